// Dynamic parallelism: a quicksort that launches itself.
__global__ void quicksort(int *data, int left, int right, int depth) {
    if (depth > 16 || right - left < 32) {
        for (int i = left; i <= right; ++i) {
            for (int j = i; j > left && data[j - 1] > data[j]; --j) {
                int held = data[j];
                data[j] = data[j - 1];
                data[j - 1] = held;
            }
        }
        return;
    }
    int pivot = data[(left + right) / 2];
    int *low = data + left;
    int *high = data + right;
    while (low <= high) {
        while (*low < pivot) {
            ++low;
        }
        while (*high > pivot) {
            --high;
        }
        if (low <= high) {
            int held = *low;
            *low++ = *high;
            *high-- = held;
        }
    }
    if (high - data > left) {
        quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, left, high - data, depth + 1);
    }
    if (low - data < right) {
        quicksort<<<1, 1, 0, cudaStreamTailLaunch>>>(data, low - data, right, depth + 1);
    }
}
