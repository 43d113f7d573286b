; Inline assembly: several statements, scopes, labels, memory clobbers.
define ptx_kernel void @inline_asm(ptr addrspace(1) %out, i32 %n, i64 %wide) {
  %doubled = call i32 asm "add.u32 $0, $1, $1;", "=r,r"(i32 %n)
  %clock = call i64 asm sideeffect "mov.u64 \09$0, %clock64;", "=l"()
  %both = call { i32, i32 } asm "{\0A\09.reg .pred p;\0A\09setp.ne.u32 p, $2, 0;\0A\09selp.u32 $0, $2, 7, p;   @!p mov.u32 $1, $3;\0A\09@p mov.u32 $1, 1;\0A}", "=r,=r,r,r"(i32 %n, i32 %doubled)
  %first = extractvalue { i32, i32 } %both, 0
  %second = extractvalue { i32, i32 } %both, 1
  call void asm sideeffect "{ .reg .b32 LAB_t; /* wait a little */ mov.u32 LAB_t, $0 ; LAB_WAIT_${:uid}: sub.u32 LAB_t, LAB_t, 1; .reg .pred LAB_p; setp.gt.u32 LAB_p, LAB_t, 0; @LAB_p bra LAB_WAIT_${:uid}; }", "r,~{memory}"(i32 %first)
  %low = call i16 asm "{ .reg .b16 unused; mov.b32 {$0, unused}, $1; }", "=h,r"(i32 %second)
  %root = call float asm "sqrt.approx.f32 $0, $1;", "=f,f"(float 2.000000e+00)
  %third = call double asm "{ .reg .f64 t; mov.b64 t, $1; mul.rn.f64 $0, t, 0d3FD5555555555555; }", "=d,l"(i64 %wide)
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "// only a comment", ""()
  call void asm sideeffect "bar.warp.sync\09\09-1   ;", "~{memory}"()
  call void asm sideeffect "st.global.v4.u32 [$0], {$1,$2, $3 , $4};", "l,r,r,r,n"(ptr addrspace(1) %out, i32 %doubled, i32 %first, i32 %second, i32 42)
  %low.wide = sext i16 %low to i64
  %sum = add i64 %clock, %low.wide
  store i64 %sum, ptr addrspace(1) %out
  %float.place = getelementptr float, ptr addrspace(1) %out, i64 4
  store float %root, ptr addrspace(1) %float.place
  %double.place = getelementptr double, ptr addrspace(1) %out, i64 3
  store double %third, ptr addrspace(1) %double.place
  ret void
}

module asm ".global .u32 from_module_assembly;"
module asm "// and a comment"
