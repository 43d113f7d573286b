// Handles that are destroyed while something else has them, and that are used after that.
#include "check.cuh"

#define EXPECT_ERROR(call, error) EXPECT_EQUAL(call, error)

__global__ void add(int *values, int amount) { values[threadIdx.x] += amount; }

static int *values;

static int value() {
    int host;
    CUDA_CHECK(cudaMemcpy(&host, values, sizeof host, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemset(values, 0, 128));
    return host;
}

// A branch of a capture: its stream and its events are destroyed before the capture ends.
static void fork_and_destroy(cudaStream_t origin, bool is_joined) {
    cudaStream_t branch;
    cudaEvent_t forked, joined;
    CUDA_CHECK(cudaStreamCreateWithFlags(&branch, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&forked));
    CUDA_CHECK(cudaEventCreate(&joined));
    CUDA_CHECK(cudaEventRecord(forked, origin));
    CUDA_CHECK(cudaStreamWaitEvent(branch, forked, 0));
    add<<<1, 32, 0, branch>>>(values, 10);
    CUDA_CHECK(cudaEventRecord(joined, branch));
    if (is_joined) CUDA_CHECK(cudaStreamWaitEvent(origin, joined, 0));
    CUDA_CHECK(cudaEventDestroy(forked));
    CUDA_CHECK(cudaEventDestroy(joined));
    CUDA_CHECK(cudaStreamDestroy(branch));
    EXPECT_ERROR(cudaStreamDestroy(branch), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventDestroy(joined), cudaErrorInvalidResourceHandle);
}

static void streams_of_a_capture() {
    cudaStream_t origin;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA_CHECK(cudaStreamCreate(&origin));
    CUDA_CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, origin>>>(values, 1);
    for (int i = 0; i < 300; ++i) fork_and_destroy(origin, true);
    add<<<1, 32, 0, origin>>>(values, 1);
    CUDA_CHECK(cudaStreamEndCapture(origin, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    EXPECT_ERROR(cudaGraphDestroy(graph), cudaErrorInvalidValue);
    CUDA_CHECK(cudaGraphLaunch(executable, origin));
    EXPECT_EQUAL(value(), 3002);
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    EXPECT_ERROR(cudaGraphLaunch(executable, origin), cudaErrorInvalidValue);

    CUDA_CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, origin>>>(values, 1);
    fork_and_destroy(origin, false);
    EXPECT_ERROR(cudaStreamEndCapture(origin, &graph), cudaErrorStreamCaptureUnjoined);
    EXPECT(graph == nullptr);

    CUDA_CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, origin>>>(values, 1);
    CUDA_CHECK(cudaStreamDestroy(origin)); // and with it the capture
    CUDA_CHECK(cudaMemset(values, 0, 128));
    add<<<1, 32>>>(values, 7);
    EXPECT_EQUAL(value(), 7);
}

static void graphs_and_their_events() {
    cudaStream_t stream;
    cudaGraph_t graph, other;
    cudaGraphNode_t first, second, stranger;
    cudaGraphExec_t executable;
    cudaEvent_t event;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaEventCreate(&event));
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphAddEventRecordNode(&first, graph, nullptr, 0, event));
    CUDA_CHECK(cudaEventDestroy(event));
    cudaMemsetParams fill = {values, 128, 3, 4, 32, 1};
    CUDA_CHECK(cudaGraphAddMemsetNode(&second, graph, &first, 1, &fill));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    for (int i = 0; i < 100; ++i) { // one of these nodes may be where the other one was
        CUDA_CHECK(cudaGraphCreate(&other, 0));
        CUDA_CHECK(cudaGraphAddMemsetNode(&stranger, other, nullptr, 0, &fill));
        EXPECT_ERROR(cudaGraphExecMemsetNodeSetParams(executable, stranger, &fill),
                     cudaErrorInvalidValue);
        CUDA_CHECK(cudaGraphDestroy(other));
    }
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    EXPECT_EQUAL(value(), 3);
    CUDA_CHECK(cudaGraphExecDestroy(executable));

    // Nothing of a graph can be destroyed while it is captured.
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &fill));
    CUDA_CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1,
                                             cudaStreamCaptureModeRelaxed));
    add<<<1, 32, 0, stream>>>(values, 1);
    EXPECT_ERROR(cudaGraphDestroyNode(first), cudaErrorNotPermitted);
    EXPECT_ERROR(cudaGraphDestroy(graph), cudaErrorNotPermitted);
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    EXPECT_EQUAL(value(), 4);
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
}

static const char text[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                           ".visible .entry set(.param .u64 p) {\n"
                           "  .reg .b64 %rd<2>;\n  .reg .b32 %r<2>;\n"
                           "  ld.param.u64 %rd1, [p];\n  mov.u32 %r1, 5;\n"
                           "  st.global.u32 [%rd1], %r1;\n  ret;\n}\n";

static void kernels_of_a_library() {
    cudaLibrary_t library;
    cudaKernel_t kernel;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t executable;
    CUDA_CHECK(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUDA_CHECK(cudaLibraryGetKernel(&kernel, library, "set"));
    void *arguments[] = {&values};
    cudaKernelNodeParams launch = {(void *)kernel, dim3(1), dim3(1), 0, arguments, nullptr};
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(executable, 0));
    EXPECT_EQUAL(value(), 5);
    CUDA_CHECK(cudaLibraryUnload(library));
    EXPECT_ERROR(cudaLibraryUnload(library), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaGraphLaunch(executable, 0), cudaErrorInvalidResourceHandle);
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
}

int main() {
    CUDA_CHECK(cudaMalloc(&values, 128));
    CUDA_CHECK(cudaMemset(values, 0, 128));
    streams_of_a_capture();
    graphs_and_their_events();
    kernels_of_a_library();
    cudaGetLastError();

    // Memory of the host stays the program's when the device is reset.
    static int registered[4096];
    int *mapped;
    registered[2048] = 11;
    CUDA_CHECK(cudaHostRegister(registered, sizeof registered, cudaHostRegisterMapped));
    CUDA_CHECK(cudaHostGetDevicePointer(&mapped, registered, 0));
    add<<<1, 1>>>(mapped + 2048, 1);
    CUDA_CHECK(cudaDeviceReset());
    EXPECT_EQUAL(registered[2048], 12);
    CUDA_CHECK(cudaMalloc(&values, 128));
    CUDA_CHECK(cudaMemset(values, 0, 128));
    add<<<1, 32>>>(values, 6);
    EXPECT_EQUAL(value(), 6);
    CUDA_CHECK(cudaFree(values));
    return passed();
}
