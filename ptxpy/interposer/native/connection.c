/* The connection to the recorder. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "interposer.h"

_Thread_local int depth;

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int connection = -1;
static pid_t owner;          /* the process that has connected */
static bool is_stopped;      /* the recorder has gone, or recording was ended */
static unsigned connections; /* how many there have been */
static char path[sizeof((struct sockaddr_un *)0)->sun_path];

void lock(void)
{
    pthread_mutex_lock(&mutex);
}

void unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

static void before_fork(void)
{
    lock();
}

static void after_fork(void)
{
    unlock();
}

static void after_fork_in_child(void)
{
    mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

unsigned connection_number(void)
{
    return connections;
}

static void disconnect(void)
{
    if (connection >= 0)
        close(connection);
    connection = -1;
}

static void lose(void)
{
    disconnect();
    is_stopped = true;
    dprintf(STDERR_FILENO, "ptxpy capture: the recorder has ended; no more launches are recorded\n");
}

static bool is_connected(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (connection >= 0 && owner != getpid())
        disconnect(); /* this is a child of the process that has connected */
    if (connection >= 0)
        return true;
    const char *given = *path ? path : getenv(CAPTURE_SOCKET_VARIABLE);
    if (is_stopped || given == NULL || !*given || strlen(given) >= sizeof address.sun_path)
        return false;
    strcpy(address.sun_path, given);
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    owner = getpid();
    connections++;
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address)) {
        lose();
        return false;
    }
    int major = 0, minor = 0, version = 0, device = 0;
    char name[256] = {0};
    CALL(cuCtxGetDevice, (int *), &device);
    CALL(cuDeviceGetAttribute, (int *, int, int), &major, 75, device);
    CALL(cuDeviceGetAttribute, (int *, int, int), &minor, 76, device);
    CALL(cuDriverGetVersion, (int *), &version);
    CALL(cuDeviceGetName, (char *, int, int), name, (int)sizeof name - 1, device);
    uint32_t head[2] = {(uint32_t)version, 0};
    send_message(MESSAGE_DEVICE, (uint32_t)(major * 10 + minor), head, sizeof head, name, strlen(name));
    return connection >= 0;
}

bool is_recording(void)
{
    depth++;
    bool result = is_connected();
    depth--;
    return result;
}

static bool transfer(struct iovec *parts, int count)
{
    while (count) {
        if (!parts->iov_len) {
            parts++;
            count--;
            continue;
        }
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
        ssize_t done = sendmsg(connection, &message, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        for (size_t left = (size_t)done; left;) {
            size_t step = left < parts->iov_len ? left : parts->iov_len;
            parts->iov_base = (char *)parts->iov_base + step;
            parts->iov_len -= step;
            left -= step;
            if (!parts->iov_len && count > 1) {
                parts++;
                count--;
            }
        }
    }
    return true;
}

void send_message(uint32_t kind, uint32_t value, const void *first, size_t first_size,
                  const void *second, size_t second_size)
{
    MessageHeader header = {kind, value, first_size + second_size};
    struct iovec parts[] = {{&header, sizeof header},
                            {(void *)first, first_size},
                            {(void *)second, second_size}};
    if (connection >= 0 && !transfer(parts, 3))
        lose();
}

static bool receive(void *target, size_t size)
{
    char *at = target;
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

bool receive_message(MessageHeader *header, char **payload)
{
    *payload = NULL;
    if (connection < 0)
        return false;
    if (!receive(header, sizeof *header) || (*payload = malloc(header->size + 1)) == NULL
        || !receive(*payload, header->size)) {
        free(*payload);
        *payload = NULL;
        lose();
        return false;
    }
    (*payload)[header->size] = 0;
    return true;
}

/* For `ptxpy.capture`: record launches from now on, with the recorder of a socket. */
EXPORT void ptxpy_capture_start(const char *socket_path)
{
    lock();
    disconnect();
    is_stopped = strlen(socket_path) >= sizeof path;
    if (!is_stopped)
        strcpy(path, socket_path);
    unlock();
}

EXPORT void ptxpy_capture_stop(void)
{
    lock();
    disconnect();
    is_stopped = true;
    unlock();
}

/* For `ptxpy.capture`: leave the launches of this thread out, until as many calls with -1. */
EXPORT void ptxpy_capture_pause(int step)
{
    depth += step;
}
