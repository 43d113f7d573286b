// The host takes part in a stream: functions and callbacks run after the work before them.
#include "check.cuh"

__global__ void twice(int *value) { *value *= 2; }

struct State {
    int *value;
    int seen_by_function;
    int seen_by_callback;
};

static void CUDART_CB function(void *data) {
    State *state = static_cast<State *>(data);
    state->seen_by_function = *state->value;
}

static void CUDART_CB callback(cudaStream_t, cudaError_t status, void *data) {
    State *state = static_cast<State *>(data);
    if (status == cudaSuccess) state->seen_by_callback = *state->value;
}

int main() {
    State state = {};
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMallocHost(&state.value, sizeof(int)));
    *state.value = 21;
    twice<<<1, 1, 0, stream>>>(state.value);
    CUDA_CHECK(cudaLaunchHostFunc(stream, function, &state));
    twice<<<1, 1, 0, stream>>>(state.value);
    CUDA_CHECK(cudaStreamAddCallback(stream, callback, &state, 0));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQUAL(state.seen_by_function, 42);
    EXPECT_EQUAL(state.seen_by_callback, 84);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFreeHost(state.value));
    return passed();
}
