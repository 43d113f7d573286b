// Kernels' Params as text: their bytes, and which of them are pointers and tensor maps.
//
// The driver's function that encodes tensor maps is replaced by one that records its arguments, and
// tensors are at addresses by which they are known again. So this runs without a GPU.
#pragma once

#define CUTLASS_ENABLE_DIRECT_CUDA_DRIVER_CALL 1

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <cuda.h>

#include "cute/layout.hpp"
#include "cutlass/cutlass.h"

namespace recording {

constexpr std::uint64_t kFirst = 0x7e0000000000ull;  // tensor i lies at kFirst + i * kStep
constexpr std::uint64_t kStep = 0x100000000ull;
constexpr std::uint32_t kMark = 0x4d415054;

struct Map {
    int type, rank, interleave, swizzle, promotion, fill;
    std::uint64_t address, dims[5], strides[4];
    std::uint32_t box[5], steps[5];
};

inline std::vector<Map> maps;

template <typename Element> Element *tensor(int number, std::int64_t bytes = 0) {
    return reinterpret_cast<Element *>(kFirst + number * kStep + bytes);
}

template <typename Number> void list(char const *name, Number const *values, int count) {
    std::printf("%s\"%s\": [", *name == 't' ? "" : ", ", name);
    for (int i = 0; i < count; ++i) {
        std::printf("%s%lld", i ? ", " : "", static_cast<long long>(values[i]));
    }
    std::printf("]");
}

inline void address(std::uint64_t value) {
    int tensor = static_cast<int>((value - kFirst) / kStep);
    std::printf("\"tensor\": %d, \"displacement\": %llu", tensor,
                static_cast<unsigned long long>((value - kFirst) % kStep));
}

// Prints one launch of a kernel as a line of JSON; `make` returns its Params.
template <typename Kernel, typename Make>
void print(char const *name, Make make, std::size_t workspace) {
    auto params = make();
    dim3 grid = Kernel::get_grid_shape(params);
    dim3 block = Kernel::get_block_shape();
    using Cluster = typename Kernel::ClusterShape;
    std::printf("{\"name\": \"%s\", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], ", name,
                grid.x, grid.y, grid.z, block.x, block.y, block.z);
    std::printf("\"cluster\": [%d, %d, %d], \"shared\": %d, \"workspace\": %zu, ",
                int(cute::size<0>(Cluster{})), int(cute::size<1>(Cluster{})),
                int(cute::size<2>(Cluster{})), int(Kernel::SharedStorageSize), workspace);
    std::vector<unsigned char> bytes(sizeof(params));
    std::memcpy(bytes.data(), &params, sizeof(params));
    std::printf("\"fields\": [");
    bool first = true;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t word;
        std::memcpy(&word, &bytes[at], 8);
        std::uint32_t low = static_cast<std::uint32_t>(word), number = word >> 32;
        if (low == kMark && number < maps.size() && at % 64 == 0) {
            Map const &map = maps[number];
            std::printf("%s{\"offset\": %zu, \"map\": {", first ? "" : ", ", at);
            address(map.address);
            std::printf(", \"type\": %d, \"swizzle\": %d, \"interleave\": %d, \"fill\": %d",
                        map.type, map.swizzle, map.interleave, map.fill);
            std::printf(", \"promotion\": %d, ", map.promotion);
            std::printf("\"rank\": %d", map.rank);
            list("dims", map.dims, map.rank);
            list("strides", map.strides, map.rank - 1);
            list("box", map.box, map.rank);
            list("steps", map.steps, map.rank);
            std::printf("}}");
            std::memset(&bytes[at], 0, 128);
            first = false;
        } else if (word >= kFirst && word < kFirst + 64 * kStep) {
            std::printf("%s{\"offset\": %zu, ", first ? "" : ", ", at);
            address(word);
            std::printf("}");
            std::memset(&bytes[at], 0, 8);
            first = false;
        }
    }
    std::printf("], \"size\": %zu, \"words\": {", bytes.size());
    first = true;  // the words that are not zero
    for (std::size_t at = 0; at < bytes.size(); at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, &bytes[at], bytes.size() - at < 4 ? bytes.size() - at : 4);
        if (word) {
            std::printf("%s\"%zu\": %u", first ? "" : ", ", at, word);
            first = false;
        }
    }
    std::printf("}}\n");
    maps.clear();
}

}  // namespace recording

extern "C" CUresult CUDAAPI cuTensorMapEncodeTiled(
    CUtensorMap *made, CUtensorMapDataType type, cuuint32_t rank, void *address,
    cuuint64_t const *dims, cuuint64_t const *strides, cuuint32_t const *box,
    cuuint32_t const *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    recording::Map map{};
    map.type = type, map.rank = rank, map.interleave = interleave, map.swizzle = swizzle;
    map.promotion = promotion, map.fill = fill;
    map.address = reinterpret_cast<std::uint64_t>(address);
    for (cuuint32_t i = 0; i < rank; ++i) {
        map.dims[i] = dims[i], map.box[i] = box[i], map.steps[i] = steps[i];
        if (i + 1 < rank) {
            map.strides[i] = strides[i];
        }
    }
    std::uint32_t words[2] = {recording::kMark, static_cast<std::uint32_t>(recording::maps.size())};
    std::memset(made, 0, sizeof(*made));
    std::memcpy(made, words, sizeof(words));
    recording::maps.push_back(map);
    return CUDA_SUCCESS;
}
