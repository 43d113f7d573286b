; Local arrays, block copies, all address spaces, odd alignments and widths.
@shared_tile = internal addrspace(3) global [256 x i32] undef, align 16

define ptx_kernel void @memory(ptr addrspace(1) noalias readonly align 16 %in, ptr addrspace(1) noalias align 16 %out, i32 %n) {
  %array = alloca [64 x i32], align 16
  %small = alloca i8, align 1
  %dynamic = alloca i32, i32 %n, align 8
  %i = and i32 %n, 63
  %place = getelementptr [64 x i32], ptr %array, i32 0, i32 %i
  call void @llvm.memset.p0.i64(ptr align 16 %array, i8 0, i64 256, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %array, ptr addrspace(1) align 16 %in, i64 100, i1 false)
  %size = zext i32 %n to i64
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %size, i1 false)
  %x = load i32, ptr %place
  store i8 7, ptr %small
  %y = load i8, ptr %small
  store i32 %x, ptr %dynamic
  %z = load i32, ptr addrspace(1) %in, !invariant.load !0
  %v = load <4 x i32>, ptr addrspace(1) %in, align 16, !invariant.load !0
  %unaligned = load i64, ptr addrspace(1) %in, align 1
  %odd = load i24, ptr addrspace(1) %in, align 4
  %bit = load i1, ptr addrspace(1) %in
  %wide = load i128, ptr addrspace(1) %in, align 16
  %flat = addrspacecast ptr addrspace(1) %out to ptr
  %local = addrspacecast ptr %array to ptr addrspace(5)
  %shared = getelementptr i32, ptr addrspace(3) @shared_tile, i32 %i
  %shared.flat = addrspacecast ptr addrspace(3) %shared to ptr
  store volatile i32 %z, ptr addrspace(3) %shared
  store i32 %x, ptr %shared.flat
  store <4 x i32> %v, ptr addrspace(1) %out, align 16
  store i64 %unaligned, ptr addrspace(1) %out, align 2
  store i24 %odd, ptr addrspace(1) %out
  %not = xor i1 %bit, true
  store i1 %not, ptr %flat
  %product = mul i128 %wide, %wide
  %quotient = udiv i128 %product, 10
  store i128 %quotient, ptr addrspace(1) %out, align 16
  %five = load i32, ptr addrspace(5) %local
  %sum = add i32 %five, %x
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
!0 = !{}
