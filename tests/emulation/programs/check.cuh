/// What every program of this folder needs: checks of calls and of results.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/// End the program with status 1 if a call of the runtime fails.
#define CUDA_CHECK(call)                                                                         \
    do {                                                                                         \
        cudaError_t error_ = (call);                                                             \
        if (error_ != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s (%d)\n", __FILE__, __LINE__, #call,              \
                         cudaGetErrorString(error_), static_cast<int>(error_));                  \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)

/// End the program with status 1 if a condition does not hold.
#define EXPECT(condition)                                                                        \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);  \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)

/// End the program with status 1 if two numbers differ.
#define EXPECT_EQUAL(actual, expected)                                                           \
    expect_equal(__FILE__, __LINE__, #actual, static_cast<double>(actual),                       \
                 static_cast<double>(expected))

inline void expect_equal(const char *file, int line, const char *what, double actual,
                         double expected) {
    if (!(actual == expected)) {
        std::fprintf(stderr, "%s:%d: %s is %.9g, expected %.9g\n", file, line, what, actual,
                     expected);
        std::exit(1);
    }
}

/// Say that all checks held; `main` returns this.
inline int passed() {
    std::printf("PASSED\n");
    return 0;
}
