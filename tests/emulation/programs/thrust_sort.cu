// Thrust: a vector is sorted, transformed, scanned and reduced.
#include "check.cuh"
#include <algorithm>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <vector>

struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
    const int n = 500;
    thrust::host_vector<int> host(n);
    for (int i = 0; i < n; ++i) host[i] = (i * 7919) % 1009 - 500;
    std::vector<int> expected(host.begin(), host.end());
    std::sort(expected.begin(), expected.end());

    thrust::device_vector<int> device = host;
    thrust::sort(device.begin(), device.end());
    thrust::host_vector<int> sorted = device;
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(sorted[i], expected[i]);

    thrust::device_vector<int> squares(n);
    thrust::transform(device.begin(), device.end(), squares.begin(), Square());
    long long total = 0;
    for (int value : expected) total += value * value;
    EXPECT_EQUAL(thrust::reduce(squares.begin(), squares.end(), 0ll), total);

    thrust::inclusive_scan(device.begin(), device.end(), device.begin());
    int sum = 0;
    thrust::host_vector<int> scanned = device;
    for (int i = 0; i < n; ++i) {
        sum += expected[i];
        EXPECT_EQUAL(scanned[i], sum);
    }
    return passed();
}
