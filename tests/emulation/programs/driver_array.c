/* An array of the driver API, read by a texture and written by a surface. */
#include "driver_check.h"

static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry add_column(.param .u64 texture, .param .u64 surface) {\n"
    "    .reg .s32 %r<6>; .reg .f32 %f<6>; .reg .u64 %rd<3>; .reg .u32 %x<4>;\n"
    "    ld.param.u64 %rd1, [texture];\n"
    "    ld.param.u64 %rd2, [surface];\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    mov.u32 %r2, %tid.y;\n"
    "    tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r2}];\n"
    "    cvt.rn.f32.s32 %f5, %r1;\n"
    "    add.f32 %f1, %f1, %f5;\n"
    "    mov.b32 %x1, %f1;\n"
    "    shl.b32 %r3, %r1, 2;\n"
    "    sust.b.2d.b32.trap [%rd2, {%r3, %r2}], {%x1};\n"
    "    ret;\n"
    "}\n";

enum { WIDTH = 8, HEIGHT = 4 };

int main(void) {
    float image[HEIGHT][WIDTH], result[HEIGHT][WIDTH];
    CUmodule module;
    CUfunction add_column;
    CUarray array;
    CUtexObject texture;
    CUsurfObject surface;
    CUDA_ARRAY3D_DESCRIPTOR format = {.Width = WIDTH, .Height = HEIGHT, .NumChannels = 1,
                                      .Format = CU_AD_FORMAT_FLOAT,
                                      .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_ARRAY_DESCRIPTOR found;
    start();
    for (int i = 0; i < WIDTH * HEIGHT; ++i) image[i / WIDTH][i % WIDTH] = 10 * i;
    DRIVER_CHECK(cuArray3DCreate(&array, &format));
    DRIVER_CHECK(cuArrayGetDescriptor(&found, array));
    EXPECT(found.Width == WIDTH && found.Height == HEIGHT && found.NumChannels == 1);
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = image,
                          .srcPitch = sizeof image[0], .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = array, .WidthInBytes = sizeof image[0], .Height = HEIGHT};
    DRIVER_CHECK(cuMemcpy2D(&copy));

    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC description = {.flags = 0};
    DRIVER_CHECK(cuTexObjectCreate(&texture, &resource, &description, NULL));
    DRIVER_CHECK(cuSurfObjectCreate(&surface, &resource));
    DRIVER_CHECK(cuModuleLoadData(&module, text));
    DRIVER_CHECK(cuModuleGetFunction(&add_column, module, "add_column"));
    void *arguments[] = {&texture, &surface};
    DRIVER_CHECK(cuLaunchKernel(add_column, 1, 1, 1, WIDTH, HEIGHT, 1, 0, NULL, arguments, NULL));
    DRIVER_CHECK(cuCtxSynchronize());

    CUDA_MEMCPY2D back = {.srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = array, .srcY = 1,
                          .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = result, .dstY = 1,
                          .dstPitch = sizeof result[0], .WidthInBytes = sizeof result[0],
                          .Height = HEIGHT - 1};
    DRIVER_CHECK(cuMemcpy2D(&back));
    for (int y = 1; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) EXPECT(result[y][x] == image[y][x] + x);
    }
    back.Height = HEIGHT;
    EXPECT(cuMemcpy2D(&back) == CUDA_ERROR_INVALID_VALUE);
    DRIVER_CHECK(cuTexObjectDestroy(texture));
    DRIVER_CHECK(cuSurfObjectDestroy(surface));
    DRIVER_CHECK(cuArrayDestroy(array));
    printf("PASSED\n");
    return 0;
}
