// Launches of corpus/cutlass/hopper_fp8_gemm.ptx: D = SiLU(2 A B + bias of each row + C / 2).
#include "recording.hpp"

#include "../../../corpus/cutlass/hopper_fp8_gemm.cu"

using Mode = Kernel::TileScheduler::DecompositionMode;

void record(char const *name, int m, int n, int k, int multiprocessors,
            Mode mode) {
    typename Kernel::StrideA a{k, {}, 0};
    typename Kernel::StrideB b{k, {}, 0};
    typename Kernel::StrideC c{n, {}, 0};
    cutlass::KernelHardwareInfo hardware{0, multiprocessors, 0};
    typename Kernel::Arguments arguments{
        cutlass::gemm::GemmUniversalMode::kGemm,
        {m, n, k, 1},
        {recording::tensor<cutlass::float_e4m3_t>(0), a,
         recording::tensor<cutlass::float_e5m2_t>(1), b},
        {{}, recording::tensor<cutlass::half_t>(2), c, recording::tensor<cutlass::half_t>(3), c},
        hardware};
    arguments.epilogue.thread.alpha = 2.0f;
    arguments.epilogue.thread.beta = 0.5f;
    arguments.epilogue.thread.bias_ptr = recording::tensor<cutlass::half_t>(4);
    arguments.scheduler.decomposition_mode = mode;
    recording::print<Kernel>(
        name, [&] { return Kernel::to_underlying_arguments(arguments, recording::tensor<void>(5)); },
        Kernel::get_workspace_size(arguments));
}

int main() {
    record("256x272x528, whole tiles", 256, 272, 528, 12, Mode::Heuristic);
    record("136x264x1040, shared tiles", 136, 264, 1040, 6, Mode::StreamK);
}
