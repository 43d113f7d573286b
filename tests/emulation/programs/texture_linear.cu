// A texture object over linear memory: elements by number, bytes as numbers from 0 to 1.
#include "check.cuh"

__global__ void fetch(cudaTextureObject_t texture, float4 *out) {
    out[threadIdx.x] = tex1Dfetch<float4>(texture, threadIdx.x);
}

__global__ void fetch_bytes(cudaTextureObject_t texture, float *out) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

template <class Element>
static cudaTextureObject_t texture_of(Element *memory, size_t count, cudaTextureReadMode mode) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<Element>();
    resource.res.linear.sizeInBytes = count * sizeof(Element);
    cudaTextureDesc description = {};
    description.readMode = mode;
    cudaTextureObject_t texture;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

int main() {
    const int n = 32;
    float4 *vectors, *out;
    unsigned char *bytes;
    float *fractions;
    CUDA_CHECK(cudaMallocManaged(&vectors, n * sizeof *vectors));
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof *out));
    CUDA_CHECK(cudaMallocManaged(&bytes, n));
    CUDA_CHECK(cudaMallocManaged(&fractions, n * sizeof(float)));
    for (int i = 0; i < n; ++i) {
        vectors[i] = make_float4(i, -i, 0.5f * i, 7);
        bytes[i] = 8 * i;
    }
    cudaTextureObject_t first = texture_of(vectors, n, cudaReadModeElementType);
    cudaTextureObject_t second = texture_of(bytes, n, cudaReadModeNormalizedFloat);
    fetch<<<1, n>>>(first, out);
    fetch_bytes<<<1, n>>>(second, fractions);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
        EXPECT(out[i].x == i && out[i].y == -i && out[i].z == 0.5f * i && out[i].w == 7);
        EXPECT(fractions[i] > 8 * i / 255.0f - 1e-6f && fractions[i] < 8 * i / 255.0f + 1e-6f);
    }
    CUDA_CHECK(cudaDestroyTextureObject(first));
    CUDA_CHECK(cudaDestroyTextureObject(second));
    CUDA_CHECK(cudaFree(vectors));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(bytes));
    CUDA_CHECK(cudaFree(fractions));
    return passed();
}
