"""Values of every type that tables have, and what a text must say of each."""

import codecs
import datetime
import decimal
import math

import pyarrow

WORDS = ["whales", "eat", "krill", "in", "cold seas", "Müller", "鯨", "\"quoted\"", "a,b", "tab\there", "two\nlines", "NaN", "null",
         "1.0", "", " padded ", "'", "\\N", "#", "=1+1"]
codecs.register_error("each byte", lambda e: ("\ufffd" * (e.end - e.start), e.end))
BLANK = " \t\n\v\f\r\x85\xa0\u3000"  # what the program takes for space among these values
EPOCH = datetime.datetime(1970, 1, 1)
PER = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


def text(r):
    return " ".join(r.choices(WORDS, k=r.randrange(4)))


def decimals(kind, precision, scale):
    whole = lambda r: r.choice([-1, 1]) * r.randrange(10 ** r.randint(1, precision))  # noqa: E731
    return kind(precision, scale), lambda r: decimal.Decimal(whole(r)).scaleb(-scale, decimal.Context(prec=80))


def integers(bits, signed):
    kind = getattr(pyarrow, f"{'' if signed else 'u'}int{bits}")()
    low, high = (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if signed else (0, 2 ** bits - 1)
    return kind, lambda r: r.choice([low, high, 0, 1, r.randint(low, high)])


def floats(kind, size):
    number = kind.to_pandas_dtype()
    return kind, lambda r: number(r.choice([math.nan, 0.5, 1.0, 3.0, -2.0, r.uniform(-size, size), round(r.uniform(0, size)), size]))


def counts(kind, low, high):
    return kind, lambda r: r.choice([0, low, high, r.randint(low, high)])


def flat_types():
    yield from (integers(bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False))
    yield from (floats(pyarrow.float16(), 60000), floats(pyarrow.float32(), 1e9), floats(pyarrow.float64(), 1e18))
    yield from (decimals(pyarrow.decimal128, p, s) for p, s in ((2, 1), (9, 0), (9, 9), (18, 4), (20, 0), (38, 10)))
    yield from (decimals(pyarrow.decimal256, 60, 20), (pyarrow.bool_(), lambda r: r.random() < .5), (pyarrow.null(), lambda r: None))
    yield from ((kind, text) for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(),
                                          pyarrow.dictionary(pyarrow.int8(), pyarrow.string())) for _ in range(2))
    yield from ((kind, lambda r: text(r).encode()) for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()))
    yield from ((pyarrow.binary(n), lambda r, n=n: r.choice([r.randbytes(n), b"abcdefghijklmnop"[:n]])) for n in (1, 4, 16))
    yield pyarrow.uuid(), lambda r: r.randbytes(16)
    day = 24 * 60 * 60
    yield from (counts(pyarrow.date32(), -100000, 100000), counts(pyarrow.time32("ms"), 0, day * 10**3 - 1))
    yield from (counts(pyarrow.time64("us"), 0, day * 10**6 - 1), counts(pyarrow.time64("ns"), 0, day * 10**9 - 1))
    yield from (counts(pyarrow.timestamp(unit, zone), -5 * 10**9 * per, 5 * 10**9 * per)
                for unit, per in (("s", 1), ("ms", 10**3), ("us", 10**6)) for zone in (None, "UTC", "Asia/Tokyo"))
    yield from (counts(pyarrow.timestamp("ns", zone), -9 * 10**18, 9 * 10**18) for zone in (None, "UTC"))


FLAT = list(flat_types())
# pyarrow cannot read views back that lie in a structure in a list.
NESTED = [one for one in FLAT if one[0] not in (pyarrow.uuid(), pyarrow.null(), pyarrow.string_view(), pyarrow.binary_view())]
# Grades are whole numbers in whatever type holds them.
LABELS = [pyarrow.int8(), pyarrow.uint16(), pyarrow.int64(), pyarrow.uint64(), pyarrow.float16(), pyarrow.float32(), pyarrow.float64(),
          pyarrow.decimal128(2, 1), pyarrow.decimal128(20, 0), pyarrow.string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())]


def column(r, values, kind, nested=False):
    """An array of the values; of lists of structures with an id and a text of that type where nested."""
    if isinstance(kind, str):
        kind = getattr(pyarrow, kind)()
    if nested:
        member = pyarrow.struct([("id", pyarrow.string()), ("text", kind)])
        return pyarrow.array(values, r.choice([pyarrow.list_, pyarrow.large_list])(member))
    if kind == pyarrow.uuid():
        return pyarrow.ExtensionArray.from_storage(kind, pyarrow.array(values, pyarrow.binary(16)))
    if kind in (pyarrow.string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
        values = [str(v) if isinstance(v, int) else v for v in values]
    if kind == pyarrow.float16():
        values = [kind.to_pandas_dtype()(v) if isinstance(v, int) else v for v in values]
    return pyarrow.array(values, kind)


def moment(said):
    """The nanoseconds since 1970 that a text names."""
    said = said.removesuffix("+00:00")
    whole, _, fraction = said.partition(".")
    if " " not in whole:
        whole = f"1970-01-01 {whole}"
    seconds = (datetime.datetime.fromisoformat(whole) - EPOCH) // datetime.timedelta(seconds=1)
    return seconds * 10**9 + int(fraction.ljust(9, "0") or 0)


def expected(scalar):
    """What a text must say of a value that pyarrow read, and how that text is parsed; None for a missing value."""
    kind = scalar.type
    if isinstance(kind, pyarrow.BaseExtensionType):
        return None if scalar.as_py() is None else (str(scalar.as_py()), str)
    if isinstance(kind, pyarrow.DictionaryType):
        kind, scalar = kind.value_type, pyarrow.scalar(scalar.as_py(), kind.value_type)
    if not scalar.is_valid:
        return None
    value = scalar.as_py() if not pyarrow.types.is_temporal(kind) else scalar.value
    if pyarrow.types.is_floating(kind):
        if math.isnan(value):
            return None
        number = kind.to_pandas_dtype()
        return number(value), number
    if pyarrow.types.is_decimal(kind):
        return value, decimal.Decimal
    if pyarrow.types.is_boolean(kind):
        return str(value).lower(), str
    if pyarrow.types.is_date(kind):
        return (EPOCH + datetime.timedelta(days=value)).date(), datetime.date.fromisoformat
    if pyarrow.types.is_timestamp(kind) or pyarrow.types.is_time(kind):
        return value * PER[kind.unit], moment
    if isinstance(value, bytes):
        said = value.decode(errors="each byte")
        if pyarrow.types.is_fixed_size_binary(kind) and (said.encode() != value or any(c < " " for c in said)):
            return value.hex(), str
    else:
        said = str(value)
    return (said.strip(BLANK), str) if said.strip(BLANK) else None
