// Objects with virtual functions, made by one kernel and used by another.
#include "check.cuh"

class Shape {
  public:
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};

class Square : public Shape {
  public:
    __device__ explicit Square(float side) : side_(side) {}
    __device__ float area() const override { return side_ * side_; }
    __device__ int corners() const override { return 4; }

  private:
    float side_;
};

class Circle : public Shape {
  public:
    __device__ explicit Circle(float radius) : radius_(radius) {}
    __device__ float area() const override { return 3 * radius_ * radius_; }

  private:
    float radius_;
};

__global__ void make(Shape **shapes) {
    int i = threadIdx.x;
    if (i % 2) {
        shapes[i] = new Square(i);
    } else {
        shapes[i] = new Circle(i);
    }
}

__global__ void measure(Shape **shapes, float *areas, int *corners) {
    int i = threadIdx.x;
    areas[i] = shapes[i]->area();
    corners[i] = shapes[i]->corners();
    delete shapes[i];
}

int main() {
    const int n = 16;
    Shape **shapes;
    float *areas;
    int *corners;
    CUDA_CHECK(cudaMalloc(&shapes, n * sizeof(Shape *)));
    CUDA_CHECK(cudaMallocManaged(&areas, n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&corners, n * sizeof(int)));
    make<<<1, n>>>(shapes);
    measure<<<1, n>>>(shapes, areas, corners);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
        EXPECT_EQUAL(areas[i], (i % 2 ? 1 : 3) * i * i);
        EXPECT_EQUAL(corners[i], i % 2 ? 4 : 0);
    }
    CUDA_CHECK(cudaFree(shapes));
    CUDA_CHECK(cudaFree(areas));
    CUDA_CHECK(cudaFree(corners));
    return passed();
}
