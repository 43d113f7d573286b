; The target's own intrinsics: special registers, shuffles, barriers, matrices.
@barrier = internal addrspace(3) global i64 undef, align 8
@tile = internal addrspace(3) global [1024 x i8] undef, align 16

define ptx_kernel void @intrinsics(ptr addrspace(1) %out, ptr addrspace(1) readonly %in) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %mask = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %environment = call i32 @llvm.nvvm.read.ptx.sreg.envreg3()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %clock = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %timer = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %1 = add i32 %tid, %ctaid
  %2 = mul i32 %1, %ntid
  %3 = xor i32 %2, %mask
  %4 = add i32 %3, %environment
  %5 = add i32 %4, %size
  %6 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %5, i32 16, i32 31)
  %7 = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %6, i32 1, i32 31)
  %8 = extractvalue { i32, i1 } %7, 0
  %valid = extractvalue { i32, i1 } %7, 1
  %9 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %valid)
  %10 = call i32 @llvm.nvvm.redux.sync.umax(i32 %9, i32 -1)
  %11 = call i32 @llvm.nvvm.prmt(i32 %10, i32 %8, i32 21520)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @barrier, i32 32)
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @barrier)
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @barrier, i64 %token)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  %half = load <2 x half>, ptr addrspace(1) %in
  %fragment = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) @tile)
  %f0 = extractvalue { i32, i32, i32, i32 } %fragment, 0
  %a = bitcast i32 %f0 to <2 x half>
  %product = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %half, float 0.0, float 0.0, float 0.0, float 0.0)
  %p0 = extractvalue { float, float, float, float } %product, 0
  %root = call float @llvm.nvvm.sqrt.approx.ftz.f(float %p0)
  %fast = call float @llvm.nvvm.ex2.approx.f(float %root)
  %fma = call double @llvm.nvvm.fma.rz.d(double 1.0, double 2.0, double 3.0)
  store volatile float %fast, ptr addrspace(1) %out
  store volatile double %fma, ptr addrspace(1) %out
  store volatile i32 %11, ptr addrspace(1) %out
  %sum = add i64 %clock, %timer
  store volatile i64 %sum, ptr addrspace(1) %out
  store volatile i1 %done, ptr addrspace(1) %out
  store volatile i32 %lane, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg3()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.umax(i32, i32)
declare i32 @llvm.nvvm.prmt(i32, i32, i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare float @llvm.nvvm.sqrt.approx.ftz.f(float)
declare float @llvm.nvvm.ex2.approx.f(float)
declare double @llvm.nvvm.fma.rz.d(double, double, double)
