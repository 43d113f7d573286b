/* All functions by cuGetProcAddress, as the runtime has them: libraries, their variables, structs and
 * memory with pointers, and a tensor map. */
#include <dlfcn.h>
#include <string.h>

#include "driver_check.h"

static const char text[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .const .align 4 .u32 factor = 1;\n"
    ".visible .global .align 4 .u32 calls;\n"
    /* A struct of a number, and a pointer to a table of two pointers: out[i] = factor * in[i] + n. */
    ".visible .entry scale(.param .align 8 .b8 given[16]) {\n"
    "    .reg .u32 %r<6>; .reg .u64 %rd<8>;\n"
    "    ld.param.u32 %r1, [given];\n"
    "    ld.param.u64 %rd1, [given+8];\n"
    "    ld.global.u64 %rd2, [%rd1];\n"
    "    ld.global.u64 %rd3, [%rd1+8];\n"
    "    mov.u32 %r2, %tid.x;\n"
    "    mul.wide.u32 %rd4, %r2, 4;\n"
    "    add.u64 %rd5, %rd2, %rd4;\n"
    "    add.u64 %rd6, %rd3, %rd4;\n"
    "    ld.global.u32 %r3, [%rd5];\n"
    "    ld.const.u32 %r4, [factor];\n"
    "    mad.lo.u32 %r3, %r3, %r4, %r1;\n"
    "    st.global.u32 [%rd6], %r3;\n"
    "    mov.u64 %rd7, calls;\n"
    "    atom.global.add.u32 %r5, [%rd7], 1;\n"
    "    ret;\n"
    "}\n"
    ".visible .entry copy_tile(.param .align 64 .b8 map[128], .param .u64 out) {\n"
    "    .reg .pred %p<3>; .reg .u32 %r<6>; .reg .u64 %rd<6>;\n"
    "    .shared .align 128 .b8 tile[64]; .shared .align 8 .b64 barrier;\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    mov.u32 %r2, tile;\n"
    "    mov.u32 %r3, barrier;\n"
    "    mov.b64 %rd1, map;\n"
    "    cvta.param.u64 %rd2, %rd1;\n"
    "    setp.ne.u32 %p1, %r1, 0;\n"
    "    @%p1 bra READY;\n"
    "    mbarrier.init.shared::cta.b64 [%r3], 1;\n"
    "    fence.proxy.async.shared::cta;\n"
    "    mbarrier.arrive.expect_tx.shared::cta.b64 %rd3, [%r3], 64;\n"
    "    mov.u32 %r4, 4;\n"
    "    cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes\n"
    "        [%r2], [%rd2, {%r4}], [%r3];\n"
    "READY:\n"
    "    bar.sync 0;\n"
    "WAIT:\n"
    "    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;\n"
    "    @!%p2 bra WAIT;\n"
    "    shl.b32 %r5, %r1, 2;\n"
    "    add.u32 %r2, %r2, %r5;\n"
    "    ld.shared.u32 %r4, [%r2];\n"
    "    ld.param.u64 %rd4, [out];\n"
    "    cvt.u64.u32 %rd5, %r5;\n"
    "    add.u64 %rd4, %rd4, %rd5;\n"
    "    st.global.u32 [%rd4], %r4;\n"
    "    ret;\n"
    "}\n";

enum { COUNT = 32, TILE = 16 };

static CUresult (*get)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *);

static void *function(const char *name) {
    void *found = NULL;
    DRIVER_CHECK(get(name, &found, 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL));
    EXPECT(found != NULL);
    return found;
}

#define F(name) ((__typeof__(&name))function(#name))

int main(void) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT(driver != NULL);
    get = (__typeof__(get))dlsym(driver, "cuGetProcAddress_v2");
    EXPECT(get != NULL);
    CUcontext context;
    CUlibrary library;
    CUkernel scale, copy_tile;
    CUdeviceptr in, out, table, variable;
    size_t size;
    unsigned host[COUNT], factor = 3, calls;
    DRIVER_CHECK(F(cuInit)(0));
    DRIVER_CHECK(F(cuDevicePrimaryCtxRetain)(&context, 0));
    DRIVER_CHECK(F(cuCtxSetCurrent)(context));
    DRIVER_CHECK(F(cuLibraryLoadData)(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    DRIVER_CHECK(F(cuLibraryGetKernel)(&scale, library, "scale"));
    DRIVER_CHECK(F(cuLibraryGetGlobal)(&variable, &size, library, "factor"));
    EXPECT(size == sizeof factor);
    DRIVER_CHECK(F(cuMemcpyHtoD)(variable, &factor, size));
    DRIVER_CHECK(F(cuMemAlloc)(&in, sizeof host));
    DRIVER_CHECK(F(cuMemAllocAsync)(&out, sizeof host, NULL));
    DRIVER_CHECK(F(cuMemAlloc)(&table, 2 * sizeof in));
    for (unsigned i = 0; i < COUNT; ++i) host[i] = i;
    CUdeviceptr pointers[] = {in, out};
    DRIVER_CHECK(F(cuMemcpyHtoD)(in, host, sizeof host));
    DRIVER_CHECK(F(cuMemcpyHtoD)(table, pointers, sizeof pointers));

    struct { unsigned n; CUdeviceptr table; } given = {100, table};
    void *arguments[] = {&given};
    DRIVER_CHECK(F(cuLaunchKernel)((CUfunction)scale, 1, 1, 1, COUNT, 1, 1, 0, NULL, arguments, NULL));
    DRIVER_CHECK(F(cuCtxSynchronize)());
    DRIVER_CHECK(F(cuMemcpyDtoH)(host, out, sizeof host));
    for (unsigned i = 0; i < COUNT; ++i) EXPECT(host[i] == 3 * i + 100);
    DRIVER_CHECK(F(cuLibraryGetGlobal)(&variable, &size, library, "calls"));
    DRIVER_CHECK(F(cuMemcpyDtoH)(&calls, variable, sizeof calls));
    EXPECT(calls == COUNT);

    CUtensorMap map;
    const cuuint64_t sizes[] = {COUNT};
    const cuuint32_t box[] = {TILE}, steps[] = {1};
    DRIVER_CHECK(F(cuTensorMapEncodeTiled)(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, (void *)in, sizes, NULL, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    DRIVER_CHECK(F(cuLibraryGetKernel)(&copy_tile, library, "copy_tile"));
    CUlaunchConfig config = {.gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = TILE,
                             .blockDimY = 1, .blockDimZ = 1};
    void *tile_arguments[] = {&map, &out};
    DRIVER_CHECK(F(cuLaunchKernelEx)(&config, (CUfunction)copy_tile, tile_arguments, NULL));
    DRIVER_CHECK(F(cuCtxSynchronize)());
    DRIVER_CHECK(F(cuMemcpyDtoH)(host, out, sizeof host));
    for (unsigned i = 0; i < TILE; ++i) EXPECT(host[i] == i + 4);
    DRIVER_CHECK(F(cuMemFree)(table));
    DRIVER_CHECK(F(cuMemFree)(in));
    DRIVER_CHECK(F(cuMemFreeAsync)(out, NULL));
    DRIVER_CHECK(F(cuLibraryUnload)(library));
    printf("PASSED\n");
    return 0;
}
