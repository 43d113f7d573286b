; Every read-modify-write operation, orderings, scopes and fences.
define ptx_kernel void @atomics(ptr addrspace(1) %p, ptr addrspace(3) %s, ptr %g, float %f, double %d, half %h) {
  %1 = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %2 = atomicrmw sub ptr addrspace(1) %p, i32 %1 acquire
  %3 = atomicrmw xchg ptr addrspace(3) %s, i32 %2 release
  %4 = atomicrmw and ptr %g, i64 255 acq_rel
  %5 = atomicrmw or ptr %g, i64 %4 seq_cst
  %6 = atomicrmw xor ptr addrspace(1) %p, i32 %3 syncscope("block") monotonic
  %7 = atomicrmw max ptr addrspace(1) %p, i32 %6 syncscope("device") acquire
  %8 = atomicrmw min ptr addrspace(1) %p, i64 %5 monotonic
  %9 = atomicrmw umax ptr addrspace(3) %s, i32 %7 monotonic
  %10 = atomicrmw umin ptr addrspace(3) %s, i64 %8 monotonic
  %11 = atomicrmw nand ptr addrspace(1) %p, i32 %9 monotonic
  %12 = atomicrmw fadd ptr addrspace(1) %p, float %f monotonic
  %13 = atomicrmw fadd ptr addrspace(1) %p, double %d monotonic
  %14 = atomicrmw fadd ptr addrspace(1) %p, half %h monotonic
  %15 = atomicrmw fmax ptr addrspace(1) %p, float %12 monotonic
  %16 = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 31 monotonic
  %17 = atomicrmw udec_wrap ptr addrspace(1) %p, i32 31 monotonic
  %18 = atomicrmw add ptr addrspace(1) %p, i8 1 monotonic
  %19 = atomicrmw volatile xchg ptr addrspace(1) %p, i16 7 monotonic
  %20 = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 acq_rel monotonic
  %21 = cmpxchg weak ptr addrspace(3) %s, i64 0, i64 1 seq_cst acquire
  %22 = cmpxchg ptr %g, i16 3, i16 4 monotonic monotonic
  fence acquire
  fence syncscope("block") release
  fence syncscope("device") acq_rel
  fence seq_cst
  %23 = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %24 = load atomic i64, ptr %g monotonic, align 8
  %25 = load atomic volatile i32, ptr addrspace(3) %s monotonic, align 4
  store atomic i32 %23, ptr addrspace(1) %p release, align 4
  store atomic i64 %24, ptr %g syncscope("block") monotonic, align 8
  store atomic i32 %25, ptr addrspace(1) %p seq_cst, align 4
  %won = extractvalue { i32, i1 } %20, 1
  %flag = zext i1 %won to i32
  store i32 %flag, ptr addrspace(1) %p
  store double %13, ptr addrspace(1) %p
  store half %14, ptr addrspace(1) %p
  store float %15, ptr addrspace(1) %p
  ret void
}
