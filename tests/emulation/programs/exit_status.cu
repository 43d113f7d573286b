// A program whose exit status and output are its own; it reads its arguments and its input.
#include "check.cuh"
#include <cstring>

__global__ void shift(char *text, int by) { text[threadIdx.x] += by; }

int main(int count, char **arguments) {
    char line[100];
    EXPECT(count == 3 && std::strcmp(arguments[1], "--by") == 0);
    EXPECT(fgets(line, sizeof line, stdin) != nullptr);
    char *text;
    CUDA_CHECK(cudaMallocManaged(&text, sizeof line));
    std::strcpy(text, line);
    shift<<<1, int(std::strlen(line)) - 1>>>(text, atoi(arguments[2]));
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("%s", text);
    fprintf(stderr, "to stderr\n");
    return 3;
}
