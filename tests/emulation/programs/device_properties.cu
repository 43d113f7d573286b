// The properties and the attributes of the device agree, and are those of a real one.
#include "check.cuh"
#include <cstring>

static int attribute(cudaDeviceAttr which) {
    int value;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

int main() {
    int count, device, driver, runtime;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    EXPECT_EQUAL(count, 1);
    CUDA_CHECK(cudaSetDevice(0));
    CUDA_CHECK(cudaGetDevice(&device));
    EXPECT_EQUAL(device, 0);
    EXPECT(cudaSetDevice(count) == cudaErrorInvalidDevice);
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    EXPECT(runtime == CUDART_VERSION && driver >= runtime);

    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    EXPECT(std::strlen(properties.name) > 0);
    EXPECT(properties.major >= 8 && properties.totalGlobalMem > (size_t(1) << 28));
    EXPECT_EQUAL(properties.warpSize, 32);
    EXPECT_EQUAL(properties.maxThreadsPerBlock, 1024);
    EXPECT_EQUAL(properties.maxGridSize[0], 2147483647);
    EXPECT(properties.managedMemory && properties.unifiedAddressing && properties.canMapHostMemory);
    EXPECT(properties.cooperativeLaunch);
    EXPECT_EQUAL(properties.warpSize, attribute(cudaDevAttrWarpSize));
    EXPECT_EQUAL(properties.major, attribute(cudaDevAttrComputeCapabilityMajor));
    EXPECT_EQUAL(properties.minor, attribute(cudaDevAttrComputeCapabilityMinor));
    EXPECT_EQUAL(properties.multiProcessorCount, attribute(cudaDevAttrMultiProcessorCount));
    EXPECT_EQUAL(properties.sharedMemPerBlock, attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    EXPECT_EQUAL(properties.sharedMemPerBlockOptin,
                 attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    EXPECT_EQUAL(properties.maxThreadsDim[2], attribute(cudaDevAttrMaxBlockDimZ));
    EXPECT_EQUAL(properties.regsPerBlock, attribute(cudaDevAttrMaxRegistersPerBlock));
    EXPECT_EQUAL(properties.l2CacheSize, attribute(cudaDevAttrL2CacheSize));

    char bus[32];
    CUDA_CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    EXPECT(std::strlen(bus) >= 7);
    cudaGetLastError();
    CUDA_CHECK(cudaDeviceReset());
    return passed();
}
