// Memory that graphs allocate and free: what is reused, what outlives a launch, and what is counted.
#include "check.cuh"

__global__ void fill(int *values, int value) { values[threadIdx.x] = value; }

__global__ void sum(const int *values, int *total) { atomicAdd(total, values[threadIdx.x]); }

constexpr size_t BYTES = 1 << 20;

static size_t amount(cudaGraphMemAttributeType attribute) {
    unsigned long long bytes = 0;
    CUDA_CHECK(cudaDeviceGetGraphMemAttribute(0, attribute, &bytes));
    return bytes;
}

static cudaGraphNode_t allocate(cudaGraph_t graph, cudaGraphNode_t after, int **pointer) {
    cudaMemAllocNodeParams given = {};
    given.poolProps.allocType = cudaMemAllocationTypePinned;
    given.poolProps.location.type = cudaMemLocationTypeDevice;
    given.bytesize = BYTES;
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddMemAllocNode(&node, graph, after ? &after : nullptr, after != nullptr, &given));
    *pointer = static_cast<int *>(given.dptr);
    return node;
}

static cudaGraphNode_t release(cudaGraph_t graph, cudaGraphNode_t after, int *pointer) {
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddMemFreeNode(&node, graph, &after, 1, pointer));
    return node;
}

int main() {
    int *total, host = 0, *a, *b, *c;
    cudaStream_t stream;
    CUDA_CHECK(cudaMalloc(&total, sizeof *total));
    CUDA_CHECK(cudaMemset(total, 0, sizeof *total));
    CUDA_CHECK(cudaStreamCreate(&stream));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), 0);

    // Addresses that a node has freed are allocated again by nodes after it, and by no others.
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first = allocate(graph, nullptr, &a), freed = release(graph, first, a);
    cudaGraphNode_t again = allocate(graph, freed, &b);
    EXPECT(a == b);
    release(graph, again, b);
    allocate(graph, freed, &c);
    EXPECT(c != b);
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), BYTES);
    EXPECT_EQUAL(cudaGraphLaunch(executable, stream), cudaErrorInvalidValue); // c has not been freed
    CUDA_CHECK(cudaFreeAsync(c, stream));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), BYTES); // mapped by the graph until it is trimmed
    CUDA_CHECK(cudaDeviceGraphMemTrim(0));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), 0);
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaDeviceGraphMemTrim(0));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), BYTES); // c has not been freed
    CUDA_CHECK(cudaFreeAsync(c, stream));
    EXPECT(amount(cudaGraphMemAttrReservedMemCurrent) >= BYTES);
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaFree(c));
    CUDA_CHECK(cudaDeviceGraphMemTrim(0));
    EXPECT_EQUAL(amount(cudaGraphMemAttrReservedMemCurrent), 0);
    EXPECT(amount(cudaGraphMemAttrReservedMemHigh) >= BYTES);
    unsigned long long zero = 0;
    CUDA_CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemHigh), 0);
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaFree(c));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), BYTES);
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), 0); // no graph has mapped it any more

    // Memory of a captured allocation outlives the graph, and is the program's then.
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaMallocAsync(&a, BYTES, stream));
    CUDA_CHECK(cudaMallocAsync(&b, BYTES, stream));
    fill<<<1, 32, 0, stream>>>(a, 2);
    fill<<<1, 32, 0, stream>>>(b, 3);
    sum<<<1, 32, 0, stream>>>(a, total);
    CUDA_CHECK(cudaFreeAsync(a, stream));
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 3; ++i) CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
    sum<<<1, 32, 0, stream>>>(b, total);
    CUDA_CHECK(cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT_EQUAL(host, 3 * 64 + 96);
    CUDA_CHECK(cudaFreeAsync(b, stream));
    EXPECT_EQUAL(cudaFreeAsync(b, stream), cudaErrorInvalidValue);
    EXPECT_EQUAL(amount(cudaGraphMemAttrUsedMemCurrent), 0);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(total));
    return passed();
}
