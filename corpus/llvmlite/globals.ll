; Module-level data: nested initialisers, addresses as data, every linkage.
%record = type { i32, i8, [2 x float], ptr }
%packed = type <{ i8, ptr, i16, ptr }>

@scalar = addrspace(1) global i32 305419896, align 4
@text = private unnamed_addr addrspace(1) constant [14 x i8] c"Hello, PTX!\0A\22\00", align 1
@matrix = addrspace(1) global [2 x [3 x i32]] [[3 x i32] [i32 1, i32 2, i32 3], [3 x i32] [i32 -4, i32 -5, i32 -6]], align 16
@floats = addrspace(4) constant [4 x float] [float 1.0, float 0x7FF0000000000000, float 0x7FF8000000000000, float -0.0], align 16
@doubles = addrspace(4) constant [2 x double] [double 0x400921FB54442D18, double 1.0e-300], align 8
@halves = addrspace(1) global [3 x half] [half 0xH3C00, half 0xHC000, half 0xH7BFF], align 2
@vectors = addrspace(1) global [2 x <4 x float>] [<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, <4 x float> zeroinitializer], align 16
@records = addrspace(1) global [2 x %record] [%record { i32 7, i8 65, [2 x float] [float 1.5, float 2.5], ptr addrspacecast (ptr addrspace(1) @scalar to ptr) }, %record { i32 8, i8 66, [2 x float] zeroinitializer, ptr null }], align 8
@unaligned = addrspace(1) global %packed <{ i8 1, ptr addrspacecast (ptr addrspace(1) @scalar to ptr), i16 513, ptr addrspacecast (ptr addrspace(1) @matrix to ptr) }>, align 1
@plain_address = addrspace(1) global ptr addrspace(1) @scalar, align 8
@generic_address = addrspace(1) global ptr addrspacecast (ptr addrspace(1) @matrix to ptr), align 8
@generic_offset = addrspace(1) global ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @matrix to ptr), i64 16), align 8
@addresses = addrspace(1) global [4 x ptr] [ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @matrix to ptr), i64 4), ptr null, ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @text to ptr), i64 7)], align 8
@table = addrspace(1) global [2 x ptr] [ptr @first, ptr @second], align 8
@integer_of_address = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @scalar to i64), align 8
@imported = external addrspace(1) global i32, align 4
@dynamic = external addrspace(3) global [0 x i8], align 16
@tile = internal addrspace(3) global [32 x [33 x float]] undef, align 4
@weak_value = weak addrspace(1) global i64 5, align 8
@linkonce_value = linkonce_odr addrspace(1) global [3 x i16] [i16 1, i16 2, i16 3], align 2
@common_value = common addrspace(1) global i32 0, align 4
@hidden_value = hidden addrspace(1) global i8 1, align 1
@managed_value = addrspace(1) global i32 0, align 4
@wide = addrspace(1) global i128 1234567890123456789012345678901234567890, align 16
@bits = addrspace(1) global [5 x i1] [i1 true, i1 false, i1 true, i1 true, i1 false], align 1
@zero = addrspace(1) global [1024 x i64] zeroinitializer, align 128
@odd_name$with_dollars = addrspace(1) global i32 1, align 4
@"name with spaces" = internal addrspace(1) global i32 2, align 4
@lambda = addrspace(1) global i32 3, align 4

define void @first() { ret void }
define void @second() { ret void }
define weak i32 @weak_function(i32 %x) { ret i32 %x }
define linkonce_odr i32 @linkonce_function(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
@alias_of_first = alias void (), ptr @first
@alias_of_second = alias void (), ptr @second

define ptx_kernel void @use_globals(ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) @imported
  %b = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @matrix, i64 20)
  %c = load float, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @floats, i64 8)
  %d = load i32, ptr addrspace(3) @dynamic
  %sum = add i32 %a, %b
  %more = add i32 %sum, %d
  %called = call i32 @linkonce_function(i32 %more)
  store i32 %called, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 132)
  store float %c, ptr addrspace(1) %out
  %special = load i32, ptr addrspace(1) @odd_name$with_dollars
  %spaced = load volatile i32, ptr addrspace(1) @"name with spaces"
  store i32 %special, ptr addrspace(1) @common_value
  call void @alias_of_first()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr addrspace(1) @managed_value, !"managed", i32 1}
