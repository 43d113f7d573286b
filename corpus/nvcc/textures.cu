// Texture and surface objects of every shape, with filtering, levels, layers and cubes.
__global__ void sample(cudaTextureObject_t tex, float4 *out, float x, float y) {
    int t = threadIdx.x;
    out[t].x = tex1Dfetch<float>(tex, t);
    out[t].y = tex1D<float>(tex, x);
    out[t + 32] = tex2D<float4>(tex, x, y);
    out[t + 64] = tex3D<float4>(tex, x, y, 0.5f);
    out[t + 96] = tex2DLod<float4>(tex, x, y, 2.0f);
    out[t + 128] = tex2DGrad<float4>(tex, x, y, make_float2(x, 1.0f), make_float2(y, 0.0f));
    out[t + 160] = tex2DLayered<float4>(tex, x, y, t);
    out[t + 192] = texCubemap<float4>(tex, x, y, 1.0f);
    out[t + 224] = tex2Dgather<float4>(tex, x, y, 1);
}

__global__ void sample_integers(cudaTextureObject_t tex, int4 *out, float x) {
    out[threadIdx.x] = tex2D<int4>(tex, x, x);
    uchar4 bytes = tex1Dfetch<uchar4>(tex, threadIdx.x);
    out[threadIdx.x + 32] = make_int4(bytes.x, bytes.y, bytes.z, bytes.w);
}

__global__ void copy_surface(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) {
        float4 value = surf2Dread<float4>(from, x * sizeof(float4), y, cudaBoundaryModeClamp);
        surf2Dwrite(value, to, x * sizeof(float4), y, cudaBoundaryModeZero);
        surf1Dwrite(surf1Dread<int>(from, x * 4), to, x * 4);
        surf3Dwrite(surf3Dread<short2>(from, x * 4, y, 0), to, x * 4, y, 1);
        surf2DLayeredwrite((unsigned char)x, to, x, y, 3);
    }
}
