// Variables of every space: initialised tables, nested structs, pointers, managed, strings.
struct Point {
    short x;
    char tag;
    double weight;
};
struct Node {
    Point points[2];
    const int *values;
    const char *name;
    unsigned char flags[3];
};

__constant__ float filter[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__constant__ double coefficients[] = {1.0, -0.5, 1.0 / 6, 3.141592653589793, 1e300, -0.0};
__constant__ unsigned long long words[3] = {1ull, 0xffffffffffffffffull, 0x0123456789abcdefull};
__device__ int values[4] = {1, -2, 3, 0x7fffffff};
__device__ const char text[] = "a string,\nof two lines";
__device__ Node nodes[2] = {
    {{{1, 'a', 0.5}, {-2, 'b', 2.5}}, values + 1, text + 2, {1, 2, 3}},
    {{{3, 'c', 0.25}, {4, 'd', 1e-3}}, values + 3, text, {4, 5, 255}},
};
__device__ const int *pointers[3] = {values, values + 2, nullptr};
__device__ __managed__ int managed_counter = 42;
__managed__ float managed_table[16];
__device__ float uninitialised[1024];
__device__ __align__(16) unsigned char bytes[40];
__shared__ int shared_counter;
extern __shared__ __align__(16) unsigned char dynamic[];
static __device__ short halves[3] = {-1, 0, 1};

__global__ void read_tables(float *out, int i) {
    out[0] = filter[i] + (float)coefficients[i] + (float)words[i];
    out[1] = values[i] + text[i] + halves[i];
    out[2] = *nodes[i & 1].values + nodes[i & 1].name[0] + (float)nodes[i & 1].points[1].weight;
    out[3] = *pointers[i] + uninitialised[i] + bytes[i];
    managed_table[i] = managed_counter++;
    if (threadIdx.x == 0) {
        shared_counter = i;
    }
    __syncthreads();
    reinterpret_cast<float *>(dynamic)[threadIdx.x] = shared_counter;
    __syncthreads();
    out[4] = reinterpret_cast<float *>(dynamic)[threadIdx.x ^ 1];
}

__global__ void local_arrays(const int *in, int *out, int n) {
    int stack[32];
    Point points[4];
    for (int i = 0; i < 32; ++i) {
        stack[in[i] & 31] = in[i + 1];
    }
    points[n & 3].x = in[0];
    points[(n + 1) & 3].weight = in[1];
    out[threadIdx.x] = stack[n & 31] + points[0].x + (int)points[2].weight;
}
