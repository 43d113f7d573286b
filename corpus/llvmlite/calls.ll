; The calling convention: aggregates, variable arguments, indirect calls, recursion.
%block = type { double, i32, [3 x i8] }
@format = private addrspace(4) constant [10 x i8] c"%d %f %s\0A\00"

declare i32 @vprintf(ptr, ptr)
declare void @stop(i32) noreturn
declare { i32, float } @external_pair(i32)

define %block @make_block(double %d, i32 %i, i1 zeroext %flag, i8 signext %c) noinline {
  %b0 = insertvalue %block undef, double %d, 0
  %b1 = insertvalue %block %b0, i32 %i, 1
  %b2 = insertvalue %block %b1, i8 %c, 2, 1
  ret %block %b2
}

define <4 x float> @make_vector(<4 x float> %v, <3 x i16> %w) noinline {
  %doubled = fadd <4 x float> %v, %v
  ret <4 x float> %doubled
}

define i32 @factorial(i32 %n) {
  %stop = icmp ule i32 %n, 1
  br i1 %stop, label %base, label %recurse
base:
  ret i32 1
recurse:
  %less = sub i32 %n, 1
  %rest = call i32 @factorial(i32 %less)
  %product = mul i32 %n, %rest
  ret i32 %product
}

define void @by_value(ptr byval(%block) align 8 %in, ptr sret(%block) align 8 %out) noinline {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %out, ptr align 8 %in, i64 16, i1 false)
  ret void
}

define i32 @variadic(i32 %count, ...) noinline {
  %list = alloca ptr
  call void @llvm.va_start(ptr %list)
  %value = va_arg ptr %list, i32
  call void @llvm.va_end(ptr %list)
  ret i32 %value
}

define ptx_kernel void @calls(ptr addrspace(1) %out, ptr %function, ptr byval(%block) align 8 %argument) {
  %made = call %block @make_block(double 1.5, i32 7, i1 true, i8 -3)
  store %block %made, ptr addrspace(1) %out
  %vector = call <4 x float> @make_vector(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, <3 x i16> zeroinitializer)
  store <4 x float> %vector, ptr addrspace(1) %out
  %f = call i32 @factorial(i32 5)
  %g = call i32 %function(i32 %f, i64 9)
  call void %function()
  %h = call %block %function(ptr byval(%block) align 8 %argument)
  store %block %h, ptr addrspace(1) %out
  %copy = alloca %block, align 8
  call void @by_value(ptr byval(%block) align 8 %argument, ptr sret(%block) align 8 %copy)
  %buffer = alloca { i32, double, ptr }, align 8
  store i32 %g, ptr %buffer
  %printed = call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @format to ptr), ptr %buffer)
  %pair = call { i32, float } @external_pair(i32 %printed)
  %first = extractvalue { i32, float } %pair, 0
  %last = call i32 (i32, ...) @variadic(i32 2, i32 %first, double 2.5)
  %bad = icmp eq i32 %last, 0
  br i1 %bad, label %fail, label %done
fail:
  call void @stop(i32 1)
  unreachable
done:
  store i32 %last, ptr addrspace(1) %out
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
