"""CUTLASS and CuTe C++: our own kernels, and as extended corpus CUTLASS's examples."""

from corpus_builder.job import Job
from corpus_builder.toolchain import NVCC_13_0, compile_job, own_source, packaged_source

NAME = "cutlass"
REQUIREMENTS = ["nvidia-cutlass==4.2.0.0", "nvidia-curand==10.4.0.35", *NVCC_13_0]

_FLAGS = ("-std=c++17", "--expt-relaxed-constexpr", "-DNDEBUG")
_LIBRARY = "cutlass_library/source"
_EXAMPLES = f"{_LIBRARY}/examples"
_INCLUDES = (f"{_LIBRARY}/include", f"{_LIBRARY}/tools/util/include")
_EXAMPLE_INCLUDES = (*_INCLUDES, f"{_EXAMPLES}/common", "nvidia/cu13/include")

_KERNELS = {
    "ampere_gemm": "sm_80",
    "blackwell_gemm": "sm_100a",
    "cute_gemm": "sm_80",
    "hopper_fp8_gemm": "sm_90a",
    "hopper_gemm": "sm_90a",
    "hopper_grouped_gemm": "sm_90a",
}

# Kernel, name of the variant, option, whether the result is too large to commit.
_VARIANTS = (
    ("cute_gemm", "lineinfo", "-lineinfo", False),
    ("hopper_gemm", "lineinfo", "-lineinfo", False),
    ("cute_gemm", "debug", "-G", True),
)

# Folder and file of an example; the output takes the name of the file.
_ARCH_OF_EXAMPLE = {
    "13_two_tensor_op_fusion/fused_two_gemms_f16_sm80_rf": "sm_80",
    "15_ampere_sparse_tensorop_gemm/ampere_sparse_tensorop_gemm": "sm_80",
    "41_fused_multi_head_attention/fused_multihead_attention_fixed_seqlen": "sm_80",
    "45_dual_gemm/dual_gemm": "sm_80",
    "48_hopper_warp_specialized_gemm/48_hopper_warp_specialized_gemm": "sm_90a",
    "49_hopper_gemm_with_collective_builder/49_collective_builder": "sm_90a",
    "50_hopper_gemm_with_epilogue_swizzle/50_hopper_gemm_with_epilogue_swizzle": "sm_90a",
    "54_hopper_fp8_warp_specialized_gemm/54_hopper_fp8_warp_specialized_gemm": "sm_90a",
    "55_hopper_mixed_dtype_gemm/55_hopper_int4_bf16_gemm": "sm_90a",
    "55_hopper_mixed_dtype_gemm/55_hopper_mixed_dtype_gemm": "sm_90a",
    "57_hopper_grouped_gemm/57_hopper_grouped_gemm": "sm_90a",
    "61_hopper_gemm_with_topk_and_softmax/61_hopper_gemm_with_topk_and_softmax": "sm_90a",
    "62_hopper_sparse_gemm/62_hopper_sparse_gemm": "sm_90a",
    "67_hopper_fp8_warp_specialized_gemm_with_blockwise_scaling"
    "/67_hopper_fp8_warp_specialized_gemm_with_blockwise_scaling": "sm_90a",
    "70_blackwell_gemm/70_blackwell_fp16_gemm": "sm_100a",
    "71_blackwell_gemm_with_collective_builder"
    "/71_blackwell_gemm_with_collective_builder": "sm_100a",
    "72_blackwell_narrow_precision_gemm/72a_blackwell_nvfp4_bf16_gemm": "sm_100a",
    "77_blackwell_fmha/77_blackwell_fmha": "sm_100a",
    "79_blackwell_geforce_gemm/79a_blackwell_geforce_nvfp4_bf16_gemm": "sm_120a",
    "88_hopper_fmha/88_hopper_fmha": "sm_90a",
    "cute/tutorial/blackwell/01_mma_sm100": "sm_100a",
    "cute/tutorial/blackwell/05_mma_tma_epi_sm100": "sm_100a",
    "cute/tutorial/hopper/wgmma_sm90": "sm_90a",
    "cute/tutorial/hopper/wgmma_tma_sm90": "sm_90a",
    "cute/tutorial/sgemm_sm80": "sm_80",
    "cute/tutorial/tiled_copy": "sm_80",
}


def jobs() -> list[Job]:
    """Our kernels, their variants, then the examples."""
    kernels = [
        compile_job(
            own_source(f"corpus/cutlass/{name}.cu", _INCLUDES),
            f"cutlass/{name}.ptx",
            arch,
            _FLAGS,
        )
        for name, arch in _KERNELS.items()
    ]
    variants = [
        compile_job(
            own_source(f"corpus/cutlass/{name}.cu", _INCLUDES, extended=extended),
            f"cutlass/{name}.{variant}.ptx",
            _KERNELS[name],
            (*_FLAGS, option),
        )
        for name, variant, option, extended in _VARIANTS
    ]
    examples = [
        compile_job(
            packaged_source(
                "nvidia-cutlass",
                f"{_EXAMPLES}/{folder}/{name}.cu",
                (*_EXAMPLE_INCLUDES, f"{_EXAMPLES}/{folder}"),
            ),
            f"cutlass/{name}.ptx",
            arch,
            _FLAGS,
        )
        for (folder, _, name), arch in (
            (path.rpartition("/"), arch) for path, arch in _ARCH_OF_EXAMPLE.items()
        )
    ]
    return kernels + variants + examples
