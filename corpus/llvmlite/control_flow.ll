; Switches, loops with metadata, irreducible flow, unreachable code.
define ptx_kernel void @dispatch(ptr addrspace(1) %out, i32 %which) {
entry:
  switch i32 %which, label %otherwise [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %zero
    i32 5, label %never
  ]
zero:
  store volatile i32 10, ptr addrspace(1) %out
  br label %done
one:
  store volatile i32 11, ptr addrspace(1) %out
  br label %two
two:
  store volatile i32 12, ptr addrspace(1) %out
  br label %done
three:
  call void @llvm.trap()
  unreachable
never:
  unreachable
otherwise:
  call void @llvm.debugtrap()
  br label %done
done:
  ret void
}

define ptx_kernel void @sparse_switch(ptr addrspace(1) %out, i64 %which) {
  switch i64 %which, label %a [
    i64 -1, label %b
    i64 1000000, label %c
    i64 123456789012, label %b
  ]
a:
  store i32 1, ptr addrspace(1) %out
  ret void
b:
  store i32 2, ptr addrspace(1) %out
  ret void
c:
  store i32 3, ptr addrspace(1) %out
  ret void
}

define ptx_kernel void @loops(ptr addrspace(1) %data, i32 %rows, i32 %columns) {
entry:
  br label %row
row:
  %r = phi i32 [ 0, %entry ], [ %r.next, %row.end ]
  br label %column
column:
  %c = phi i32 [ 0, %row ], [ %c.next, %column.end ]
  %total = phi float [ 0.000000e+00, %row ], [ %total.next, %column.end ]
  %line = mul i32 %r, %columns
  %index = add i32 %line, %c
  %wide = sext i32 %index to i64
  %place = getelementptr float, ptr addrspace(1) %data, i64 %wide
  %x = load float, ptr addrspace(1) %place
  %negative = fcmp olt float %x, 0.000000e+00
  br i1 %negative, label %skip, label %keep
keep:
  %root = call float @llvm.sqrt.f32(float %x)
  br label %column.end
skip:
  %positive = fneg float %x
  br label %column.end
column.end:
  %part = phi float [ %root, %keep ], [ %positive, %skip ]
  %total.next = fadd float %total, %part
  %c.next = add nsw i32 %c, 1
  %more = icmp slt i32 %c.next, %columns
  br i1 %more, label %column, label %row.end, !llvm.loop !0
row.end:
  %r.wide = sext i32 %r to i64
  %out = getelementptr float, ptr addrspace(1) %data, i64 %r.wide
  store float %total.next, ptr addrspace(1) %out
  %r.next = add nsw i32 %r, 1
  %again = icmp slt i32 %r.next, %rows
  br i1 %again, label %row, label %end, !llvm.loop !0
end:
  ret void
}

define ptx_kernel void @irreducible(ptr addrspace(1) %out, i1 %enter, i32 %n) {
entry:
  br i1 %enter, label %left, label %right
left:
  %a = phi i32 [ %n, %entry ], [ %b.next, %right ]
  %a.next = add i32 %a, 1
  %a.stop = icmp sgt i32 %a.next, 100
  br i1 %a.stop, label %end, label %right
right:
  %b = phi i32 [ 0, %entry ], [ %a.next, %left ]
  %b.next = mul i32 %b, 3
  %b.stop = icmp sgt i32 %b.next, 1000
  br i1 %b.stop, label %end, label %left
end:
  %result = phi i32 [ %a.next, %left ], [ %b.next, %right ]
  store i32 %result, ptr addrspace(1) %out
  ret void
}

define ptx_kernel void @forever(ptr addrspace(1) %flag) noreturn {
  br label %spin
spin:
  %seen = load volatile i32, ptr addrspace(1) %flag
  call void @llvm.nvvm.barrier0()
  br label %spin
}

declare void @llvm.trap()
declare void @llvm.debugtrap()
declare void @llvm.nvvm.barrier0()
declare float @llvm.sqrt.f32(float)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
