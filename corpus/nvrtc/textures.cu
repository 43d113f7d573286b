// Texture and surface references, which CUDA 12 removed.
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<uchar4, cudaTextureType1D, cudaReadModeNormalizedFloat> colours;
surface<void, cudaSurfaceType2D> canvas;

extern "C" __global__ void sample(float *out, float scale) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float4 colour = tex1D(colours, x * scale);
    float value = tex2D(image, x * scale, y * scale) + tex2DLod(image, scale, scale, 1.0f);
    out[y * gridDim.x * blockDim.x + x] = value * colour.x + colour.w;
    int seen;
    surf2Dread(&seen, canvas, x * 4, y);
    surf2Dwrite(seen + 1, canvas, x * 4, y, cudaBoundaryModeTrap);
}
