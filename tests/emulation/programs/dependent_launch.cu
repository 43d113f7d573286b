// Programmatic dependent launches: in a stream, captured, and behind other work.
#include <cstdio>
#include <cstdlib>

enum { EARLY = 1, CAPTURED = 2, SYNCHRONIZED = 4, BEHIND_A_FILL = 8, ORDINARY = 16 };

__global__ void first(int *x)
{
    x[threadIdx.x] = threadIdx.x + 1;
    asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void second(const int *x, int *y)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
    y[threadIdx.x] = x[threadIdx.x] * 2;
}

__global__ void early(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x] * 2;
}

int main(int, char **arguments)
{
    int how = atoi(arguments[1]), *x, *y, result[32];
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, sizeof result);
    cudaMalloc(&y, sizeof result);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = !(how & ORDINARY);
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 1;
    configuration.blockDim = 32;
    configuration.stream = stream;
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    if (how & CAPTURED)
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    first<<<1, 32, 0, stream>>>(x);
    if (how & SYNCHRONIZED)
        cudaStreamSynchronize(stream);
    if (how & BEHIND_A_FILL)
        cudaMemsetAsync(y, 0, sizeof result, stream);
    cudaLaunchKernelEx(&configuration, how & EARLY ? early : second, (const int *)x, y);
    if (how & CAPTURED) {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&executable, graph, 0);
        cudaGraphLaunch(executable, stream);
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }
    cudaError_t status = cudaMemcpy(result, y, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(status), status ? 0 : result[31]);
    cudaFree(x);
    cudaFree(y);
    cudaStreamDestroy(stream);
}
