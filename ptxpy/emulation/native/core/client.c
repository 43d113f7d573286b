/* The connection to the device process: requests, its errors, and the mapping of its memory. */
#define _GNU_SOURCE
#include "core.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "state.h"

Device device;

static int connection = -1;
static bool is_connected;
static int memory_file = -1;
static bool is_child; /* of a process that had connected before it forked */
static unsigned suggested_architecture;
static Status sticky;
static Status pending; /* the error of a kernel that no synchronization has returned yet */
static char *printed;  /* what kernels printed since the last synchronization */
static size_t printed_size, printed_capacity;
static pthread_mutex_t mutex;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

void core_lock(void)
{
    pthread_once(&prepared, core_prepare);
    pthread_mutex_lock(&mutex);
}

void core_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

static void lock_before_fork(void)
{
    core_lock();
}

static void unlock_in_parent(void)
{
    core_unlock();
}

static void make_mutex(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

/* A child has no device if its parent had one, as on a device; else it may connect by itself. */
static void reset_in_child(void)
{
    make_mutex(); /* a recursive one belongs to the thread of the parent */
    if (connection >= 0) {
        close(connection);
        connection = -1;
        is_child = true;
        printed_size = 0;
    }
}

static void flush_printed(void)
{
    if (printed_size) {
        fwrite(printed, 1, printed_size, stdout);
        printed_size = 0;
    }
}

/* What was printed and never synchronized is lost on a device; here it is shown, and told. */
static void show_rest(void)
{
    core_lock();
    if (printed_size) {
        fflush(stdout);
        core_note("%zu bytes that kernels printed were shown at the end of the program; without a "
                  "synchronization before it ends a device loses them",
                  printed_size);
        flush_printed();
        fflush(stdout);
    }
    core_unlock();
}

void core_prepare(void)
{
    make_mutex();
    pthread_atfork(lock_before_fork, unlock_in_parent, reset_in_child);
}

void core_note(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?'; /* names come from files */
    fflush(stdout);
    dprintf(STDERR_FILENO, "ptxpy exec: %s\n", line);
}

Status core_refuse(const char *function, const char *what)
{
    core_note("%s%s%s is not emulated", function, *what ? ": " : "", what);
    return NOT_SUPPORTED;
}

bool core_is_connected(void)
{
    return is_connected;
}

void core_suggest_architecture(unsigned architecture)
{
    if (architecture > suggested_architecture)
        suggested_architecture = architecture;
}

/* The device process has gone: nothing can be asked of it any more. */
static Status lost(void)
{
    if (connection >= 0) {
        close(connection);
        connection = -1;
        core_note("the device process has ended; all calls fail from here on (error 719)");
    }
    return sticky = LAUNCH_FAILED;
}

static bool send_all(const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t sent = send(connection, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool receive_all(void *data, size_t size)
{
    char *at = data;
    while (size) {
        ssize_t got = recv(connection, at, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool send_request(enum Request request, const void *payload, size_t size, const void *more,
                         size_t more_size)
{
    char together[4096];
    RequestHeader header = {.request = request, .size = size + more_size};
    if (sizeof header + size + more_size <= sizeof together) { /* one system call */
        memcpy(together, &header, sizeof header);
        if (size)
            memcpy(together + sizeof header, payload, size);
        if (more_size)
            memcpy(together + sizeof header + size, more, more_size);
        return send_all(together, sizeof header + size + more_size);
    }
    return send_all(&header, sizeof header) && send_all(payload, size) && send_all(more, more_size);
}

Status core_request_any(enum Request request, const void *payload, size_t size, const void *more,
                        size_t more_size, void **reply, size_t *reply_size)
{
    ReplyHeader header;
    *reply = NULL;
    *reply_size = 0;
    core_lock();
    if (connection < 0) {
        core_unlock();
        return sticky ? sticky : NOT_INITIALIZED;
    }
    Status status = SUCCESS;
    if (!send_request(request, payload, size, more, more_size)
        || !receive_all(&header, sizeof header)) {
        status = lost();
    } else if (header.size) {
        void *data = malloc(header.size + 1);
        if (data == NULL || !receive_all(data, header.size)) {
            free(data);
            status = lost();
        } else {
            ((char *)data)[header.size] = 0;
            *reply = data;
            *reply_size = header.size;
        }
    }
    core_unlock();
    return status ? status : header.status;
}

Status core_request(enum Request request, const void *payload, size_t size, void *reply,
                    size_t reply_size, size_t *got)
{
    void *data;
    size_t count;
    Status status = core_request_any(request, payload, size, NULL, 0, &data, &count);
    if (got != NULL)
        *got = count;
    if (data != NULL && reply != NULL)
        memcpy(reply, data, count < reply_size ? count : reply_size);
    free(data);
    return status;
}

/* Receive the reply to a hello: a header, a welcome, and the file of the memory; or only a header, with
 * an error that the device process has told. */
static Status receive_welcome(Welcome *welcome, int *file)
{
    struct {
        ReplyHeader header;
        Welcome welcome;
    } reply;
    char control[CMSG_SPACE(sizeof(int))];
    struct iovec part = {.iov_base = &reply, .iov_len = sizeof reply};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t got;
    do
        got = recvmsg(connection, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
    while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof reply.header && reply.header.status) {
        close(connection);
        connection = -1;
        return reply.header.status;
    }
    struct cmsghdr *first = CMSG_FIRSTHDR(&message);
    if (got != (ssize_t)sizeof reply || first == NULL || first->cmsg_type != SCM_RIGHTS)
        return lost();
    *welcome = reply.welcome;
    memcpy(file, CMSG_DATA(first), sizeof *file);
    return SUCCESS;
}

#define LEAST_BYTES ((size_t)64 << 20) /* of memory of a device */

/* How much of a size a limit of address space leaves, of which the program keeps half. */
static size_t within_limit(size_t size)
{
    struct rlimit limit;
    size_t used = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        used = fscanf(file, "%zu", &used) == 1 ? used * (size_t)sysconf(_SC_PAGESIZE) : 0;
        fclose(file);
    }
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return size;
    size_t left = limit.rlim_cur > used ? (size_t)(limit.rlim_cur - used) / 2 / LEAST_BYTES * LEAST_BYTES : 0;
    return left < size ? left : size;
}

/* Find addresses for the memory of the device that are free in the program: from 4 GiB on, where
 * AddressSanitizer has its shadow, or behind that, if it leaves them alone (protect_shadow_gap=0).
 */
static bool find_addresses(Hello *hello)
{
    static const struct {
        uint64_t first, size;
    } places[] = {{1ull << 32, 15ull << 32}, {81ull << 32, 15ull << 32}};
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        hello->first = places[i].first;
        hello->size = within_limit(places[i].size);
        if (hello->size < LEAST_BYTES) {
            core_note("a limit of address space leaves no room for the memory of a device; raise it "
                      "(ulimit -v unlimited)");
            return false;
        }
        void *mapped = mmap((void *)hello->first, hello->size, PROT_NONE, flags, -1, 0);
        if (mapped != MAP_FAILED)
            munmap(mapped, hello->size);
        if (mapped == (void *)hello->first)
            return true;
    }
    core_note("there are no free addresses for the memory of a device in this program; if it is built "
              "with AddressSanitizer, set ASAN_OPTIONS=protect_shadow_gap=0");
    return false;
}

static Status connect_now(void)
{
    const char *path = getenv(SOCKET_VARIABLE);
    if (is_child)
        return NOT_INITIALIZED;
    if (path == NULL)
        return NO_DEVICE;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return NO_DEVICE;
    strcpy(address.sun_path, path);
    Hello hello = {
        .version = PROTOCOL_VERSION, .pid = (uint32_t)getpid(), .architecture = suggested_architecture};
    if (!find_addresses(&hello))
        return NO_DEVICE;
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0)
        return NO_DEVICE;
    if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
        close(connection);
        connection = -1;
        core_note("no device process answers; was the program started by a `ptxpy exec` that has ended?");
        return NO_DEVICE;
    }
    if (!send_request(REQUEST_HELLO, &hello, sizeof hello, NULL, 0))
        return lost();
    int file;
    Status status = receive_welcome(&device.welcome, &file);
    if (status)
        return status;
    size_t first = device.welcome.first, size = device.welcome.end - first;
    void *mapped = mmap((void *)first, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, (off_t)first);
    memory_file = file;
    if (mapped != (void *)first) {
        if (mapped != MAP_FAILED)
            munmap(mapped, size);
        core_note("the addresses from %#zx to %#zx are not free in this program (%s)", first,
                  first + size, strerror(errno));
        lost();
        return NO_DEVICE;
    }
    madvise(mapped, size, MADV_DONTFORK); /* a child has no access to a device's memory either */
    madvise(mapped, size, MADV_DONTDUMP);
    device.major = (int)device.welcome.major;
    device.minor = (int)device.welcome.minor;
    is_connected = true;
    atexit(show_rest);
    return SUCCESS;
}

Status core_map_pages(uint64_t start, size_t size, uint64_t source)
{
    void *mapped = mmap((void *)start, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
                        memory_file, (off_t)source);
    if (mapped == MAP_FAILED)
        return OUT_OF_MEMORY;
    madvise(mapped, size, MADV_DONTFORK);
    madvise(mapped, size, MADV_DONTDUMP);
    return SUCCESS;
}

Status core_connect(void)
{
    if (is_connected && !is_child)
        return sticky;
    core_lock();
    Status status = is_connected && !is_child ? SUCCESS : connect_now();
    core_unlock();
    return status;
}

Status core_sticky(void)
{
    return sticky;
}

void core_set_pending(Status status)
{
    if (pending == SUCCESS)
        pending = status;
}

Status core_pending(void)
{
    return pending;
}

void core_add_printed(const void *text, size_t size)
{
    if (!size)
        return;
    if (printed_size + size > printed_capacity) {
        size_t capacity = 2 * (printed_size + size);
        char *larger = realloc(printed, capacity);
        if (larger == NULL)
            return;
        printed = larger;
        printed_capacity = capacity;
    }
    memcpy(printed + printed_size, text, size);
    printed_size += size;
}

Status core_synchronize(void)
{
    core_lock();
    core_await_launches();
    flush_printed();
    if (pending && !sticky)
        sticky = pending;
    Status status = sticky;
    core_unlock();
    return status;
}

Status core_reset(void)
{
    core_lock();
    flush_printed();
    pending = sticky = SUCCESS;
    core_forget_reservations();
    core_forget_allocations();
    core_forget_modules();
    Status status = connection < 0 ? SUCCESS : core_request(REQUEST_RESET, NULL, 0, NULL, 0, NULL);
    core_unlock();
    return status;
}
