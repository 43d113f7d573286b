// A kernel writes a 2D array through a surface object; the host copies it out.
#include "check.cuh"

const int WIDTH = 8, HEIGHT = 4;

__global__ void draw(cudaSurfaceObject_t surface) {
    int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(make_uchar4(x, y, x * y, 255), surface, x * sizeof(uchar4), y);
}

__global__ void invert(cudaSurfaceObject_t surface) {
    int x = threadIdx.x, y = threadIdx.y;
    uchar4 pixel = surf2Dread<uchar4>(surface, x * sizeof(uchar4), y);
    pixel.w = 255 - pixel.x;
    surf2Dwrite(pixel, surface, x * sizeof(uchar4), y);
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array;
    CUDA_CHECK(cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
    draw<<<1, dim3(WIDTH, HEIGHT)>>>(surface);
    invert<<<1, dim3(WIDTH, HEIGHT)>>>(surface);

    uchar4 image[HEIGHT][WIDTH];
    CUDA_CHECK(cudaMemcpy2DFromArray(image, sizeof image[0], array, 0, 0, sizeof image[0], HEIGHT,
                                     cudaMemcpyDeviceToHost));
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            uchar4 pixel = image[y][x];
            EXPECT(pixel.x == x && pixel.y == y && pixel.z == x * y && pixel.w == 255 - x);
        }
    }
    CUDA_CHECK(cudaDestroySurfaceObject(surface));
    CUDA_CHECK(cudaFreeArray(array));
    return passed();
}
