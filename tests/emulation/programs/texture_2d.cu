// A texture over a 2D array: normalised coordinates, wrapped and clamped, and linear filtering.
#include "check.cuh"

const int WIDTH = 8, HEIGHT = 4;

__global__ void sample(cudaTextureObject_t texture, const float2 *places, float *out) {
    out[threadIdx.x] = tex2D<float>(texture, places[threadIdx.x].x, places[threadIdx.x].y);
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureAddressMode address,
                                      cudaTextureFilterMode filter, bool normalised) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = address;
    description.filterMode = filter;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = normalised;
    cudaTextureObject_t texture;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

int main() {
    float image[HEIGHT][WIDTH];
    for (int i = 0; i < WIDTH * HEIGHT; ++i) image[i / WIDTH][i % WIDTH] = 10 * (i / WIDTH) + i % WIDTH;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA_CHECK(cudaMallocArray(&array, &format, WIDTH, HEIGHT));
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], HEIGHT,
                                   cudaMemcpyHostToDevice));
    float2 *places;
    float *out;
    CUDA_CHECK(cudaMallocManaged(&places, 4 * sizeof *places));
    CUDA_CHECK(cudaMallocManaged(&out, 4 * sizeof *out));

    // Texel centres are at halves: (2.5, 1.5) is image[1][2].
    cudaTextureObject_t points = texture_of(array, cudaAddressModeClamp, cudaFilterModePoint, false);
    places[0] = {2.5f, 1.5f}, places[1] = {-3, 0.2f}, places[2] = {100, 100}, places[3] = {7.9f, 3.1f};
    sample<<<1, 4>>>(points, places, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT(out[0] == 12 && out[1] == 0 && out[2] == 37 && out[3] == 37);

    cudaTextureObject_t linear = texture_of(array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    places[0] = {3, 1.5f}, places[1] = {2.5f, 2}, places[2] = {3, 2}, places[3] = {2.75f, 1.5f};
    sample<<<1, 4>>>(linear, places, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT(out[0] == 12.5f && out[1] == 17 && out[2] == 17.5f && out[3] == 12.25f);

    cudaTextureObject_t wrapped = texture_of(array, cudaAddressModeWrap, cudaFilterModePoint, true);
    places[0] = {2.5f / 8, 0.375f}, places[1] = {1 + 2.5f / 8, 0.375f};
    places[2] = {2.5f / 8 - 2, 1.375f}, places[3] = {0.99f, 0.99f};
    sample<<<1, 4>>>(wrapped, places, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT(out[0] == 12 && out[1] == 12 && out[2] == 12 && out[3] == 37);

    CUDA_CHECK(cudaDestroyTextureObject(points));
    CUDA_CHECK(cudaDestroyTextureObject(linear));
    CUDA_CHECK(cudaDestroyTextureObject(wrapped));
    CUDA_CHECK(cudaFreeArray(array));
    CUDA_CHECK(cudaFree(places));
    CUDA_CHECK(cudaFree(out));
    return passed();
}
