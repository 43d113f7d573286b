// Work of a stream is captured, not done, and then launched many times as a graph.
#include "check.cuh"

__global__ void add(int *values, int amount) { values[threadIdx.x] += amount; }

int main() {
    int host[32] = {}, *values, *pinned;
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMallocHost(&pinned, sizeof host));
    CUDA_CHECK(cudaMemset(values, 0, sizeof host));
    cudaStream_t stream, branch;
    cudaEvent_t forked, joined;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaStreamCreate(&branch));
    CUDA_CHECK(cudaEventCreate(&forked));
    CUDA_CHECK(cudaEventCreate(&joined));

    cudaGraph_t graph;
    cudaStreamCaptureStatus status;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
    EXPECT(status == cudaStreamCaptureStatusActive);
    for (int amount = 1; amount <= 3; ++amount) add<<<1, 16, 0, stream>>>(values, amount);
    CUDA_CHECK(cudaEventRecord(forked, stream));
    CUDA_CHECK(cudaStreamWaitEvent(branch, forked));
    add<<<1, 16, 0, branch>>>(values + 16, 100);
    CUDA_CHECK(cudaEventRecord(joined, branch));
    CUDA_CHECK(cudaStreamWaitEvent(stream, joined));
    CUDA_CHECK(cudaMemcpyAsync(pinned, values, sizeof host, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
    EXPECT(status == cudaStreamCaptureStatusNone);
    size_t nodes = 0;
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_EQUAL(nodes, 5);

    cudaGraphExec_t executable;
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(host[i], 0);
    for (int launch = 1; launch <= 4; ++launch) {
        CUDA_CHECK(cudaGraphLaunch(executable, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < 32; ++i) EXPECT_EQUAL(pinned[i], launch * (i < 16 ? 6 : 100));
    }
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaEventDestroy(forked));
    CUDA_CHECK(cudaEventDestroy(joined));
    CUDA_CHECK(cudaStreamDestroy(branch));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFreeHost(pinned));
    return passed();
}
