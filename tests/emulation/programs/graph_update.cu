// An instantiated graph takes new arguments: for one node, and all of a second graph's.
#include "check.cuh"

__global__ void set(int *value, int to) { *value = to; }

static cudaGraph_t captured(cudaStream_t stream, int *value, int to) {
    cudaGraph_t graph;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    set<<<1, 1, 0, stream>>>(value, to);
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    return graph;
}

static void expect_after_launch(cudaGraphExec_t executable, cudaStream_t stream, int *value, int to) {
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQUAL(*value, to);
}

int main() {
    int *value;
    cudaStream_t stream;
    CUDA_CHECK(cudaMallocManaged(&value, sizeof *value));
    CUDA_CHECK(cudaStreamCreate(&stream));
    cudaGraph_t first = captured(stream, value, 1), second = captured(stream, value, 2);
    cudaGraphExec_t executable;
    CUDA_CHECK(cudaGraphInstantiate(&executable, first, 0));
    expect_after_launch(executable, stream, value, 1);

    cudaGraphExecUpdateResultInfo info;
    CUDA_CHECK(cudaGraphExecUpdate(executable, second, &info));
    EXPECT(info.result == cudaGraphExecUpdateSuccess);
    expect_after_launch(executable, stream, value, 2);

    size_t count = 1;
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphGetNodes(first, &node, &count));
    cudaKernelNodeParams parameters;
    CUDA_CHECK(cudaGraphKernelNodeGetParams(node, &parameters));
    int to = 3;
    void *arguments[] = {&value, &to};
    parameters.kernelParams = arguments;
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(executable, node, &parameters));
    expect_after_launch(executable, stream, value, 3);

    cudaGraph_t copy;
    cudaGraphExec_t other;
    CUDA_CHECK(cudaGraphClone(&copy, first));
    CUDA_CHECK(cudaGraphInstantiateWithFlags(&other, copy, 0));
    expect_after_launch(other, stream, value, 1);

    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphExecDestroy(other));
    CUDA_CHECK(cudaGraphDestroy(first));
    CUDA_CHECK(cudaGraphDestroy(second));
    CUDA_CHECK(cudaGraphDestroy(copy));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(value));
    return passed();
}
