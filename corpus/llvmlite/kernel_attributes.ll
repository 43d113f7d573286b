; Launch bounds, clusters, grid constants, textures and surfaces as parameters.
define ptx_kernel void @bounded(ptr addrspace(1) align 16 %p, ptr addrspace(3) align 8 %s, ptr addrspace(4) %c, ptr %g) "nvvm.maxntid"="128,2" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" {
  %x = load i32, ptr addrspace(4) %c
  store i32 %x, ptr addrspace(3) %s
  store i32 %x, ptr addrspace(1) %p
  store i32 %x, ptr %g
  ret void
}
define ptx_kernel void @required(i8 %a, i16 %b, i1 %c, half %d, <4 x float> %e, [3 x i32] %f, {i8, double} %g) "nvvm.reqntid"="32,4,2" {
  ret void
}
define ptx_kernel void @cluster(ptr byval([64 x i16]) align 64 "nvvm.grid_constant" %map, ptr addrspace(1) %out) "nvvm.cluster_dim"="2,1,1" {
  %x = load i16, ptr %map
  store i16 %x, ptr addrspace(1) %out
  ret void
}
define ptx_kernel void @ranked() "nvvm.maxclusterrank"="8" "nvvm.maxntid"="64" { ret void }
define ptx_kernel void @empty() { ret void }
define ptx_kernel void @keyword_names(i32 %lambda, i32 %class, i32 %import) { ret void }
