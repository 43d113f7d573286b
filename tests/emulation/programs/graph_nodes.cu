// A graph built node by node: memset, copies, kernels and a host function, with their dependencies.
#include "check.cuh"

__global__ void fill(int *values, int start) { values[threadIdx.x] += start + threadIdx.x; }

static void CUDART_CB sum(void *data) {
    int *values = static_cast<int *>(data);
    for (int i = 0; i < 32; ++i) values[32] += values[i];
}

int main() {
    int *values, *result, start = 5;
    CUDA_CHECK(cudaMalloc(&values, 32 * sizeof(int)));
    CUDA_CHECK(cudaMallocHost(&result, 33 * sizeof(int)));
    cudaGraph_t graph;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));

    cudaGraphNode_t clear, kernel, copy, host, none;
    cudaMemsetParams set = {};
    set.dst = values;
    set.value = 0;
    set.elementSize = 4;
    set.width = 32;
    set.height = 1;
    CUDA_CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set));

    void *arguments[] = {&values, &start};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void *>(fill);
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(32);
    launch.kernelParams = arguments;
    CUDA_CHECK(cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &launch));
    start = 1000;  // The node has its own copy of the arguments.

    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, result, values, 32 * sizeof(int),
                                        cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {sum, result};
    CUDA_CHECK(cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
    CUDA_CHECK(cudaGraphAddEmptyNode(&none, graph, &host, 1));

    size_t nodes = 0, edges = 0;
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_EQUAL(nodes, 5);
    cudaGraphNodeType type;
    CUDA_CHECK(cudaGraphNodeGetType(kernel, &type));
    EXPECT(type == cudaGraphNodeTypeKernel);
    CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &edges));
    EXPECT_EQUAL(edges, 1);

    cudaGraphExec_t executable;
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int round = 1; round <= 3; ++round) {
        result[32] = 0;
        CUDA_CHECK(cudaGraphLaunch(executable, 0));
        CUDA_CHECK(cudaDeviceSynchronize());
        EXPECT_EQUAL(result[31], 36);
        EXPECT_EQUAL(result[32], 32 * 5 + 31 * 16);
    }
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFreeHost(result));
    return passed();
}
