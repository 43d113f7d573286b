// Work of several streams, each with its own quarter of the data.
#include "check.cuh"

__global__ void add(int *values, int amount) { values[threadIdx.x] += amount; }

int main() {
    const int count = 4, n = 64;
    int least, greatest;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest <= least);
    cudaStream_t streams[count];
    CUDA_CHECK(cudaStreamCreate(&streams[0]));
    CUDA_CHECK(cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithPriority(&streams[2], cudaStreamNonBlocking, greatest));
    streams[3] = cudaStreamPerThread;

    unsigned int flags;
    CUDA_CHECK(cudaStreamGetFlags(streams[1], &flags));
    EXPECT(flags == cudaStreamNonBlocking);
    int priority;
    CUDA_CHECK(cudaStreamGetPriority(streams[2], &priority));
    EXPECT_EQUAL(priority, greatest);

    // Attributes are kept, and copied from stream to stream.
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    EXPECT(properties.persistingL2CacheMaxSize > 0);
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, properties.l2CacheSize));
    size_t persisting;
    CUDA_CHECK(cudaDeviceGetLimit(&persisting, cudaLimitPersistingL2CacheSize));
    EXPECT_EQUAL(persisting, properties.persistingL2CacheMaxSize);
    cudaStreamAttrValue value = {}, kept;
    value.accessPolicyWindow.base_ptr = &value;
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    CUDA_CHECK(cudaStreamSetAttribute(streams[0], cudaStreamAttributeAccessPolicyWindow, &value));
    CUDA_CHECK(cudaStreamCopyAttributes(streams[1], streams[0]));
    CUDA_CHECK(cudaStreamGetAttribute(streams[1], cudaStreamAttributeAccessPolicyWindow, &kept));
    EXPECT(kept.accessPolicyWindow.base_ptr == &value && kept.accessPolicyWindow.hitRatio == 0.5f);
    value.accessPolicyWindow.num_bytes = static_cast<size_t>(properties.accessPolicyMaxWindowSize) + 1;
    EXPECT_EQUAL(cudaStreamSetAttribute(streams[0], cudaStreamAttributeAccessPolicyWindow, &value),
                 cudaErrorInvalidValue);
    CUDA_CHECK(cudaStreamGetAttribute(streams[2], cudaStreamAttributePriority, &kept));
    EXPECT_EQUAL(kept.priority, greatest);
    EXPECT_EQUAL(cudaStreamGetAttribute(streams[2], cudaLaunchAttributeCooperative, &kept),
                 cudaErrorInvalidValue);

    int *device, *host;
    CUDA_CHECK(cudaMalloc(&device, count * n * sizeof(int)));
    CUDA_CHECK(cudaMallocHost(&host, count * n * sizeof(int)));
    for (int i = 0; i < count * n; ++i) host[i] = i;
    for (int s = 0; s < count; ++s) {
        const size_t bytes = n * sizeof(int);
        int *part = device + s * n;
        CUDA_CHECK(cudaMemcpyAsync(part, host + s * n, bytes, cudaMemcpyHostToDevice, streams[s]));
        add<<<1, n, 0, streams[s]>>>(part, 1000 * s);
        CUDA_CHECK(cudaMemcpyAsync(host + s * n, part, bytes, cudaMemcpyDeviceToHost, streams[s]));
    }
    for (int s = 0; s < count; ++s) {
        CUDA_CHECK(cudaStreamSynchronize(streams[s]));
        CUDA_CHECK(cudaStreamQuery(streams[s]));
    }
    for (int i = 0; i < count * n; ++i) EXPECT_EQUAL(host[i], i + 1000 * (i / n));
    for (int s = 0; s < 3; ++s) CUDA_CHECK(cudaStreamDestroy(streams[s]));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(host));
    return passed();
}
