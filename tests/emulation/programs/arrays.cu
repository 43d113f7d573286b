// CUDA arrays of one and three dimensions: their description, copies in and out, and a texture.
#include "check.cuh"

const int X = 6, Y = 4, Z = 3;

__global__ void read(cudaTextureObject_t texture, int *out) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    out[(z * Y + y) * X + x] = tex3D<int>(texture, x + 0.5f, y + 0.5f, z + 0.5f);
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>(), found;
    cudaExtent extent = make_cudaExtent(X, Y, Z), size;
    unsigned int flags;
    cudaArray_t array;
    CUDA_CHECK(cudaMalloc3DArray(&array, &format, extent));
    CUDA_CHECK(cudaArrayGetInfo(&found, &size, &flags, array));
    EXPECT(found.x == 32 && found.y == 0 && found.f == cudaChannelFormatKindSigned);
    EXPECT(size.width == X && size.height == Y && size.depth == Z);

    int host[Z][Y][X], *out;
    for (int i = 0; i < X * Y * Z; ++i) host[0][0][i] = i * 11;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, X * sizeof(int), X, Y);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CUDA_CHECK(cudaMemcpy3D(&copy));

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    CUDA_CHECK(cudaMallocManaged(&out, sizeof host));
    read<<<1, dim3(X, Y, Z)>>>(texture, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < X * Y * Z; ++i) EXPECT_EQUAL(out[i], i * 11);

    cudaArray_t line;
    int part[X];
    CUDA_CHECK(cudaMallocArray(&line, &format, X));
    CUDA_CHECK(cudaMemcpy2DToArray(line, 0, 0, host[1][2], sizeof part, sizeof part, 1,
                                   cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy2DFromArray(part, sizeof part, line, 0, 0, sizeof part, 1,
                                     cudaMemcpyDeviceToHost));
    for (int x = 0; x < X; ++x) EXPECT_EQUAL(part[x], host[1][2][x]);
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFreeArray(array));
    CUDA_CHECK(cudaFreeArray(line));
    CUDA_CHECK(cudaFree(out));
    return passed();
}
