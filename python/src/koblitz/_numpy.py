"""Conversion of results to NumPy and pandas. This module is imported at its first use."""

from typing import Any

import numpy as np

from koblitz._core import Column

Array = np.ndarray[Any, Any]


def objects(column: Column) -> Array:
    """Returns the rows as Python values in an array of one dimension. Rows may be lists."""
    return np.fromiter(column, np.dtype(object), len(column))


def flags(bits: bytes, count: int) -> Array:
    packed = np.frombuffer(bits, np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)


def to_numpy(column: Column, *, null: bool | None = None) -> Array:
    bits = column._bits()
    if bits is None:
        if null is not None:
            raise TypeError("null: only columns of booleans take it")
        return objects(column)
    values, validity = bits
    found = flags(values, len(column))
    if column.null_count != 0:
        if null is None:
            raise ValueError(
                f"{column.null_count} rows are null, and NumPy's bool has no null: use "
                "to_numpy(null=False), or to_pandas(), which has NA"
            )
        found[~flags(validity, len(column))] = null
    return found


def to_pandas(column: Column) -> Any:
    bits = column._bits()
    if bits is None:
        return objects(column)
    import pandas as pd

    values, validity = bits
    count = len(column)
    known = flags(validity, count) if column.null_count != 0 else np.ones(count, np.bool_)
    return pd.arrays.BooleanArray(flags(values, count), ~known)


def array(column: Column, dtype: Any = None, copy: bool | None = None) -> Array:
    """Computes __array__. Raises for a dtype of numbers: pandas would use booleans as positions."""
    if copy is False:
        raise ValueError("copy=False: the array is always a copy")
    if dtype is not None and np.dtype(dtype) == np.dtype(object):
        return objects(column)
    found = to_numpy(column)
    if dtype is not None and np.dtype(dtype) != found.dtype:
        raise TypeError(f"a column of {found.dtype} cannot become an array of {np.dtype(dtype)}")
    return found
