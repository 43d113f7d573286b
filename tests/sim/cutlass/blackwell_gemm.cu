// Launches of corpus/cutlass/blackwell_gemm.ptx: D = ReLU(2 A B + C / 2 + bias of each row).
#include "recording.hpp"

#include "../../../corpus/cutlass/blackwell_gemm.cu"

void record(char const *name, int m, int n, int k) {
    typename Kernel::StrideA a{k, {}, 0};
    typename Kernel::StrideB b{k, {}, 0};
    typename Kernel::StrideC c{n, {}, 0};
    cutlass::KernelHardwareInfo hardware{0, 4, 4};
    typename Kernel::Arguments arguments{
        cutlass::gemm::GemmUniversalMode::kGemm,
        {m, n, k, 1},
        {recording::tensor<Element>(0), a, recording::tensor<Element>(1), b},
        {{}, recording::tensor<Element>(2), c, recording::tensor<Element>(3), c},
        hardware};
    arguments.epilogue.thread.alpha = 2.0f;
    arguments.epilogue.thread.beta = 0.5f;
    arguments.epilogue.thread.bias_ptr = recording::tensor<Element>(4);
    recording::print<Kernel>(
        name, [&] { return Kernel::to_underlying_arguments(arguments, recording::tensor<void>(5)); },
        Kernel::get_workspace_size(arguments));
}

int main() {
    record("256x128x64", 256, 128, 64);
    record("520x272x200", 520, 272, 200);
    record("1024x1024x72", 1024, 1024, 72);
}
