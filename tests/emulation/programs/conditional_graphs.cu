// Conditional nodes of graphs: a choice, a loop, a choice of several, and one in another.
#include "check.cuh"

__global__ void set(cudaGraphConditionalHandle handle, const int *value) {
    cudaGraphSetConditional(handle, *value);
}

__global__ void count_down(cudaGraphConditionalHandle handle, int *left, int *sum) {
    *sum += *left;
    cudaGraphSetConditional(handle, --*left > 0);
}

__global__ void add(int *target, int amount) { *target += amount; }

static int *values; // [0] what the condition is set to, [1] what bodies add to

static cudaGraphNode_t launch(cudaGraph_t graph, cudaGraphNode_t *after, void *kernel, void **arguments) {
    cudaGraphNodeParams given = {cudaGraphNodeTypeKernel};
    given.kernel.func = kernel;
    given.kernel.gridDim = given.kernel.blockDim = dim3(1);
    given.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddNode(&node, graph, after, nullptr, after != nullptr, &given));
    return node;
}

static cudaGraph_t *condition(cudaGraph_t graph, cudaGraphNode_t *after, cudaGraphConditionalHandle handle,
                              cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNodeParams given = {cudaGraphNodeTypeConditional};
    given.conditional.handle = handle;
    given.conditional.type = type;
    given.conditional.size = size;
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddNode(&node, graph, after, nullptr, after != nullptr, &given));
    cudaGraphNodeType found;
    CUDA_CHECK(cudaGraphNodeGetType(node, &found));
    EXPECT(found == cudaGraphNodeTypeConditional);
    return given.conditional.phGraph_out;
}

static void adds(cudaGraph_t body, int amount) {
    int *target = values + 1;
    void *arguments[] = {&target, &amount};
    launch(body, nullptr, (void *)add, arguments);
}

static int run(cudaGraphExec_t executable, int value) {
    int host[2] = {value, 0};
    CUDA_CHECK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaGraphLaunch(executable, 0));
    CUDA_CHECK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    return host[1];
}

static cudaGraphExec_t chosen(cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphConditionalHandle handle;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    void *arguments[] = {&handle, &values};
    cudaGraphNode_t first = launch(graph, nullptr, (void *)set, arguments);
    cudaGraph_t *bodies = condition(graph, &first, handle, type, size);
    for (unsigned i = 0; i < size; ++i) adds(bodies[i], 10 + i);
    EXPECT_EQUAL(cudaGraphDestroy(bodies[0]), cudaErrorInvalidValue);
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return executable;
}

int main() {
    CUDA_CHECK(cudaMalloc(&values, 2 * sizeof *values));
    cudaGraphExec_t one = chosen(cudaGraphCondTypeIf, 1), either = chosen(cudaGraphCondTypeIf, 2),
                    several = chosen(cudaGraphCondTypeSwitch, 3);
    for (int value = 0; value < 5; ++value) {
        EXPECT_EQUAL(run(one, value), value ? 10 : 0);
        EXPECT_EQUAL(run(either, value), value ? 10 : 11);
        EXPECT_EQUAL(run(several, value), value < 3 ? 10 + value : 0);
    }
    CUDA_CHECK(cudaGraphExecDestroy(one));
    CUDA_CHECK(cudaGraphExecDestroy(either));
    CUDA_CHECK(cudaGraphExecDestroy(several));

    // A loop that begins with the default value, and whose body has another condition: captured.
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphConditionalHandle loop, inner;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    cudaGraph_t body = condition(graph, nullptr, loop, cudaGraphCondTypeWhile, 1)[0];
    CUDA_CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                             cudaStreamCaptureModeGlobal));
    count_down<<<1, 1, 0, stream>>>(loop, values, values + 1);
    CUDA_CHECK(cudaStreamEndCapture(stream, &body));
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&inner, graph, 1, cudaGraphCondAssignDefault));
    adds(condition(body, nullptr, inner, cudaGraphCondTypeIf, 1)[0], 1000);
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int launch = 0; launch < 2; ++launch) EXPECT_EQUAL(run(executable, 4), 4 + 3 + 2 + 1 + 4000);
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(values));
    return passed();
}
