// Managed memory: a linked list that the host builds and a kernel walks.
#include "check.cuh"

struct Node {
    int value;
    Node *next;
};

__global__ void sum_list(const Node *node, int *sum) {
    *sum = 0;
    for (; node != nullptr; node = node->next) *sum += node->value;
}

__global__ void negate(Node *node) {
    for (; node != nullptr; node = node->next) node->value = -node->value;
}

int main() {
    Node *list = nullptr;
    int *sum;
    CUDA_CHECK(cudaMallocManaged(&sum, sizeof *sum));
    for (int value = 1; value <= 10; ++value) {
        Node *node;
        CUDA_CHECK(cudaMallocManaged(&node, sizeof *node));
        *node = {value, list};
        list = node;
    }
    int device;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaMemAdvise(sum, sizeof *sum, cudaMemAdviseSetReadMostly,
                             cudaMemLocation{cudaMemLocationTypeDevice, device}));
    CUDA_CHECK(cudaMemPrefetchAsync(sum, sizeof *sum,
                                    cudaMemLocation{cudaMemLocationTypeDevice, device}, 0));

    sum_list<<<1, 1>>>(list, sum);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(*sum, 55);
    negate<<<1, 1>>>(list);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int value = 10; list != nullptr; --value) {
        EXPECT_EQUAL(list->value, -value);
        Node *next = list->next;
        CUDA_CHECK(cudaFree(list));
        list = next;
    }
    CUDA_CHECK(cudaFree(sum));
    return passed();
}
