// Launches of corpus/cutlass/hopper_gemm.ptx: D = 2 A B + C / 2 of several shapes.
#include "recording.hpp"

#include "../../../corpus/cutlass/hopper_gemm.cu"

template <typename Kernel, typename Element>
void record(char const *name, int m, int n, int k, int batch) {
    using StrideA = typename Kernel::StrideA;
    using StrideB = typename Kernel::StrideB;
    using StrideC = typename Kernel::StrideC;
    StrideA a{k, {}, std::int64_t(m) * k};
    StrideB b{k, {}, std::int64_t(n) * k};
    StrideC c{n, {}, std::int64_t(m) * n};
    cutlass::KernelHardwareInfo hardware{0, 4, 0};
    typename Kernel::Arguments arguments{
        cutlass::gemm::GemmUniversalMode::kGemm,
        {m, n, k, batch},
        {recording::tensor<Element>(0), a, recording::tensor<Element>(1), b},
        {{2.0f, 0.5f}, recording::tensor<Element>(2), c, recording::tensor<Element>(3), c},
        hardware};
    recording::print<Kernel>(
        name, [&] { return Kernel::to_underlying_arguments(arguments, nullptr); },
        Kernel::get_workspace_size(arguments));
}

int main() {
    record<Cooperative, cutlass::half_t>("cooperative 136x264x72", 136, 264, 72, 1);
    record<Cooperative, cutlass::half_t>("cooperative 256x256x320x2", 256, 256, 320, 2);
    record<Pingpong, cutlass::bfloat16_t>("pingpong 136x264x72", 136, 264, 72, 1);
    record<Pingpong, cutlass::bfloat16_t>("pingpong 320x136x648", 320, 136, 648, 1);
}
