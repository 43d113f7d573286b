/* The copies of the runtime: each library that is linked to a static one has its own last error.
 *
 * The preloaded library leads the functions of a copy here (redirect.c), with the copy in rax and the
 * emulated function in r10. The return address of the call is kept beside the stack, so that arguments
 * on the stack are where the function expects them, and comes back when the function has returned.
 */
#include "runtime.h"

#define MOST_COPIES 256
#define MOST_CALLS 128 /* in each other: functions of the host that call the runtime */
#define QUOTE(text) #text
#define TEXT(text) QUOTE(text)

typedef struct {
    uint64_t depth; /* bytes of `calls` in use; the code below knows these offsets */
    const void *copy;
    struct {
        const void *return_address, *copy;
    } calls[MOST_CALLS];
} Calls;

static __thread Calls calls __attribute__((used, tls_model("initial-exec")));

EXPORT void runtime_enter(void);

__asm__(".text\n"
        ".globl runtime_enter\n"
        ".type runtime_enter, @function\n"
        "runtime_enter:\n"
        "    pop %r11\n"
        "    push %r10\n"
        "    push %rcx\n"
        "    mov calls@gottpoff(%rip), %r10\n"
        "    add %fs:0, %r10\n"
        "    mov (%r10), %rcx\n"
        "    cmp $" TEXT(MOST_CALLS) " * 16, %rcx\n"
        "    jae 1f\n"
        "    mov %r11, 16(%r10,%rcx)\n"
        "    mov 8(%r10), %r11\n"
        "    mov %r11, 24(%r10,%rcx)\n"
        "    mov %rax, 8(%r10)\n"
        "    addq $16, (%r10)\n"
        "    pop %rcx\n"
        "    pop %r10\n"
        "    call *%r10\n"
        "    mov calls@gottpoff(%rip), %r10\n"
        "    add %fs:0, %r10\n"
        "    subq $16, (%r10)\n"
        "    mov (%r10), %rcx\n"
        "    mov 24(%r10,%rcx), %r11\n"
        "    mov %r11, 8(%r10)\n"
        "    push 16(%r10,%rcx)\n"
        "    ret\n"
        "1:  pop %rcx\n" /* too many: the last error is that of the caller's caller */
        "    pop %r10\n"
        "    push %r11\n"
        "    jmp *%r10\n"
        ".size runtime_enter, .-runtime_enter\n");

/* What a copy has and the emulated runtime has not. */
EXPORT cudaError_t runtime_refuse(const char *name);
cudaError_t runtime_refuse(const char *name)
{
    return runtime_end(core_refuse(name, ""));
}

Status *runtime_last_error(void)
{
    static __thread struct {
        const void *copy;
        Status last_error;
    } copies[MOST_COPIES]; /* the first is that of the shared library, which is no copy */
    size_t i = 0;
    while (i < MOST_COPIES - 1 && copies[i].copy != calls.copy && (!i || copies[i].copy != NULL))
        i++;
    copies[i].copy = calls.copy;
    return &copies[i].last_error;
}
