; Vectors of all sizes, half precision, conversions between all types.
define ptx_kernel void @vectors(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 32 %q, i32 %lane) {
  %f4 = load <4 x float>, ptr addrspace(1) %p, align 16
  %f2 = load <2 x double>, ptr addrspace(1) %p, align 16
  %h2 = load <2 x half>, ptr addrspace(1) %p, align 4
  %h8 = load <8 x half>, ptr addrspace(1) %p, align 16
  %b2 = load <2 x bfloat>, ptr addrspace(1) %p, align 4
  %s4 = load <4 x i16>, ptr addrspace(1) %p, align 8
  %c4 = load <4 x i8>, ptr addrspace(1) %p, align 4
  %c16 = load <16 x i8>, ptr addrspace(1) %p, align 16
  %f3 = load <3 x float>, ptr addrspace(1) %p, align 16
  %f8 = load <8 x float>, ptr addrspace(1) %p, align 32
  %i2 = load <2 x i64>, ptr addrspace(1) %p, align 16
  %fma4 = call <4 x float> @llvm.fma.v4f32(<4 x float> %f4, <4 x float> %f4, <4 x float> %f4)
  store volatile <4 x float> %fma4, ptr addrspace(1) %q, align 16
  %sum2 = fadd <2 x double> %f2, splat (double 1.0)
  store volatile <2 x double> %sum2, ptr addrspace(1) %q, align 16
  %hsum = fadd <2 x half> %h2, <half 0xH3C00, half 0xH4000>
  %hprod = fmul <2 x half> %hsum, %h2
  %hcmp = fcmp ogt <2 x half> %hprod, zeroinitializer
  %hsel = select <2 x i1> %hcmp, <2 x half> %hprod, <2 x half> %h2
  store volatile <2 x half> %hsel, ptr addrspace(1) %q, align 4
  %hf8 = fpext <8 x half> %h8 to <8 x float>
  %s8 = fadd <8 x float> %hf8, %f8
  store volatile <8 x float> %s8, ptr addrspace(1) %q, align 32
  %bsum = fadd <2 x bfloat> %b2, %b2
  store volatile <2 x bfloat> %bsum, ptr addrspace(1) %q, align 4
  %smax = call <4 x i16> @llvm.smax.v4i16(<4 x i16> %s4, <4 x i16> splat (i16 -3))
  store volatile <4 x i16> %smax, ptr addrspace(1) %q, align 8
  %cadd = add <4 x i8> %c4, <i8 1, i8 2, i8 3, i8 4>
  store volatile <4 x i8> %cadd, ptr addrspace(1) %q, align 4
  %cshuffle = shufflevector <16 x i8> %c16, <16 x i8> undef, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store volatile <16 x i8> %cshuffle, ptr addrspace(1) %q, align 16
  %picked = extractelement <4 x float> %f4, i32 %lane
  %inserted = insertelement <3 x float> %f3, float %picked, i32 %lane
  store volatile <3 x float> %inserted, ptr addrspace(1) %q, align 16
  %ishift = shl <2 x i64> %i2, <i64 3, i64 7>
  store volatile <2 x i64> %ishift, ptr addrspace(1) %q, align 16
  ret void
}

define ptx_kernel void @conversions(ptr addrspace(1) %p, half %h, bfloat %b, float %f, double %d, i8 %c, i16 %s, i64 %l) {
  %1 = fptosi half %h to i32
  %2 = uitofp i32 %1 to double
  %3 = fptrunc double %2 to bfloat
  %4 = fpext bfloat %3 to float
  %5 = fptoui float %4 to i64
  %6 = sitofp i64 %5 to half
  store volatile half %6, ptr addrspace(1) %p
  %7 = fptosi double %d to i8
  %8 = sext i8 %7 to i16
  %9 = sitofp i16 %8 to float
  %10 = call float @llvm.rint.f32(float %9)
  %11 = call float @llvm.floor.f32(float %10)
  %12 = call double @llvm.trunc.f64(double %d)
  %13 = call float @llvm.copysign.f32(float %11, float %f)
  %14 = call float @llvm.minnum.f32(float %13, float 1.0)
  %15 = call float @llvm.maximum.f32(float %14, float 0x7FF0000000000000)
  %16 = call i32 @llvm.fptosi.sat.i32.f32(float %15)
  %17 = call i32 @llvm.bitreverse.i32(i32 %16)
  %18 = call i32 @llvm.ctlz.i32(i32 %17, i1 false)
  %19 = call i32 @llvm.fshl.i32(i32 %18, i32 %17, i32 5)
  %20 = call i32 @llvm.bswap.i32(i32 %19)
  %21 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %20, i32 %19)
  %22 = extractvalue { i32, i1 } %21, 0
  %23 = call i64 @llvm.ctpop.i64(i64 %l)
  %24 = call i32 @llvm.abs.i32(i32 %22, i1 true)
  %25 = bitcast i32 %24 to float
  %26 = frem float %25, 3.0
  %27 = fdiv float %26, %f
  %28 = call fast float @llvm.sin.f32(float %27)
  %29 = call fast float @llvm.exp2.f32(float %28)
  %30 = fdiv fast float %29, %f
  store volatile float %30, ptr addrspace(1) %p
  store volatile double %12, ptr addrspace(1) %p
  %31 = sdiv i64 %23, 7
  %32 = urem i16 %s, 10
  %33 = ashr i8 %c, 2
  store volatile i64 %31, ptr addrspace(1) %p
  store volatile i16 %32, ptr addrspace(1) %p
  store volatile i8 %33, ptr addrspace(1) %p
  ret void
}

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x i16> @llvm.smax.v4i16(<4 x i16>, <4 x i16>)
declare float @llvm.rint.f32(float)
declare float @llvm.floor.f32(float)
declare double @llvm.trunc.f64(double)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.abs.i32(i32, i1)
declare float @llvm.sin.f32(float)
declare float @llvm.exp2.f32(float)
