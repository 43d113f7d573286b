// What the runtime says of a pointer: the kind of its memory and its addresses.
#include "check.cuh"

static cudaPointerAttributes attributes_of(const void *pointer) {
    cudaPointerAttributes attributes;
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, pointer));
    return attributes;
}

int main() {
    int *device, *managed, *pinned, *plain = new int[4];
    CUDA_CHECK(cudaMalloc(&device, 400));
    CUDA_CHECK(cudaMallocManaged(&managed, 400));
    CUDA_CHECK(cudaMallocHost(&pinned, 400));

    cudaPointerAttributes found = attributes_of(device + 50);
    EXPECT(found.type == cudaMemoryTypeDevice && found.device == 0);
    EXPECT(found.devicePointer == device + 50);
    found = attributes_of(managed);
    EXPECT(found.type == cudaMemoryTypeManaged);
    EXPECT(found.devicePointer == managed && found.hostPointer == managed);
    found = attributes_of(pinned + 1);
    EXPECT(found.type == cudaMemoryTypeHost && found.hostPointer == pinned + 1);
    found = attributes_of(plain);
    EXPECT(found.type == cudaMemoryTypeUnregistered);

    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFree(managed));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(nullptr));
    delete[] plain;
    return passed();
}
