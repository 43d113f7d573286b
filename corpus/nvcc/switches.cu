// Control flow: dense and sparse switches, nested loops, break and continue, goto.
__global__ void dense(const int *op, float *data) {
    float x = data[threadIdx.x];
    switch (op[threadIdx.x]) {
    case 0: x = sinf(x); break;
    case 1: x = cosf(x); break;
    case 2: x = x * x + 1.0f; break;
    case 3: x = __expf(x);  // falls through
    case 4: x = x - data[0]; break;
    case 5: data[1] = x; break;
    case 6: x = rsqrtf(x); break;
    case 7: x = fabsf(x) * 3.0f; break;
    case 8: return;
    case 9: x = floorf(x); break;
    default: x = -x;
    }
    data[threadIdx.x] = x;
}

__global__ void sparse(const long long *op, int *data) {
    switch (op[threadIdx.x]) {
    case 1: data[0] = 17; break;
    case 1000: data[1] = 5; break;
    case 1000000: data[2] += 4; break;
    case -70000000000ll: data[3] = 8; break;
    }
}

__global__ void loops(const int *rows, const int *columns, int *out, int n) {
    int count = 0;
    for (int i = 0; i < n; ++i) {
        if (rows[i] < 0) {
            continue;
        }
        int j = rows[i];
        do {
            if (columns[j] == threadIdx.x) {
                goto found;
            }
            if (columns[j] > 1000) {
                break;
            }
            j += columns[j] & 3;
        } while (j < rows[i + 1]);
        while (count < i && columns[count] != i) {
            ++count;
        }
    }
    out[0] = -1;
    return;
found:
    out[threadIdx.x] = count;
}

__device__ int interpret(const unsigned char *code, int value) {
    for (;;) {
        switch (*code++) {
        case 0: return value;
        case 1: value += 1; break;
        case 2: value *= 3; break;
        case 3: value ^= 0x55; break;
        case 4: value = value > 0 ? value : -value; break;
        case 5: code += value & 7; break;
        case 6: value = __clz(value); break;
        case 7: value <<= 2; break;
        }
    }
}

__global__ void virtual_machine(const unsigned char *code, int *out) {
    out[threadIdx.x] = interpret(code, out[threadIdx.x]);
}
