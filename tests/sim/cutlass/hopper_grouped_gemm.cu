// A launch of corpus/cutlass/hopper_grouped_gemm.ptx: products D = 2 A B + C / 2 of three shapes.
//
// Tensors 0 to 3 are arrays of pointers to A, B, C and D, 4 the shapes, 5 to 8 the strides of A, B,
// C and D, and 9 is scratch memory.
#include "recording.hpp"

#include "../../../corpus/cutlass/hopper_grouped_gemm.cu"

template <typename Stride> auto *strides(int number) {
    return recording::tensor<std::remove_pointer_t<Stride>>(number);
}

int main() {
    Kernel::Arguments arguments{
        cutlass::gemm::GemmUniversalMode::kGrouped,
        {3, recording::tensor<Problems::UnderlyingProblemShape>(4), nullptr},
        {recording::tensor<Element const *>(0), strides<Kernel::StrideA>(5),
         recording::tensor<Element const *>(1), strides<Kernel::StrideB>(6)},
        {{}, recording::tensor<Element const *>(2), strides<Kernel::StrideC>(7),
         recording::tensor<Element *>(3), strides<Kernel::StrideD>(8)},
        {0, 4, 0}};
    arguments.epilogue.thread.alpha = 2.0f;
    arguments.epilogue.thread.beta = 0.5f;
    recording::print<Kernel>("grouped", [&] {
        return Kernel::to_underlying_arguments(arguments, recording::tensor<void>(9));
    }, Kernel::get_workspace_size(arguments));
}
