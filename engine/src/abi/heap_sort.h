/* Heap sort: in place, no recursion, no memory. */
#pragma once

#include <stddef.h>

namespace koblitz {

/* Restores the heap property at i of a max-heap of n elements. */
template <class T, class Compare>
void sift_down(T* a, size_t i, size_t n, const Compare& compare) {
    while (i < n / 2) {
        size_t child = 2 * i + 1;
        if (child + 1 < n && compare(a[child], a[child + 1]) < 0)
            child++;
        if (compare(a[i], a[child]) >= 0)
            return;
        T lower = a[i];
        a[i] = a[child];
        a[child] = lower;
        i = child;
    }
}

/* Ascending; compare gives a negative number, zero or a positive one. */
template <class T, class Compare>
void heap_sort(T* a, size_t n, const Compare& compare) {
    for (size_t i = n / 2; i-- > 0;)
        sift_down(a, i, n, compare);
    for (size_t end = n; end-- > 1;) {
        T largest = a[0];
        a[0] = a[end];
        a[end] = largest;
        sift_down(a, 0, end, compare);
    }
}

} // namespace koblitz
