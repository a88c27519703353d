"""Writers of random tables, and pyarrow's reading of what they wrote."""

import csv
import gzip
import io
import struct

import duckdb
import fastparquet
import pandas
import polars
import pyarrow
import pyarrow.csv
import pyarrow.parquet


class Unwritable(Exception):
    """The writer does not know a type, or pyarrow does not read what it wrote."""


def write_parquet(r, columns, path):
    pyarrow.parquet.write_table(
        pyarrow.table(columns), path, compression=r.choice(["none", "snappy", "gzip", "brotli", "zstd", "lz4"]),
        data_page_version=r.choice(["1.0", "2.0"]), version=r.choice(["1.0", "2.4", "2.6"]), use_dictionary=r.random() < .5,
        row_group_size=r.choice([1, 3, 50, 1000]), store_schema=r.random() < .5, use_deprecated_int96_timestamps=r.random() < .2,
        data_page_size=r.choice([64, 1 << 20]), write_page_checksum=r.random() < .5, use_compliant_nested_type=r.random() < .7,
        write_page_index=r.random() < .5, store_decimal_as_integer=r.random() < .5, write_statistics=r.random() < .7,
        allow_truncated_timestamps=True)
    return path


def write_arrow(r, columns, path):
    table = pyarrow.table(columns)
    options = pyarrow.ipc.IpcWriteOptions(compression=r.choice([None, "lz4", "zstd"]))
    with r.choice([pyarrow.ipc.new_file, pyarrow.ipc.new_stream])(path, table.schema, options=options) as out:
        out.write_table(table, max_chunksize=r.choice([1, 10, 1000]))
    return path


def write_js(r, columns, path):
    """An Arrow file as the library for JavaScript writes it: the footer alone has the schema."""
    write_arrow_file(columns, path)
    raw = bytearray(path.read_bytes())
    cut = 8 + struct.unpack_from("<I", raw, 12)[0]  # the message of the schema, which has no body
    size = struct.unpack_from("<I", raw, len(raw) - 10)[0]
    footer = memoryview(raw)[len(raw) - 10 - size:]
    root = struct.unpack_from("<I", footer)[0]
    fields = root - struct.unpack_from("<i", footer, root)[0]
    for field in (8, 10):  # dictionaries and batches: places in the file, with sizes
        place = struct.unpack_from("<H", footer, fields + field)[0]
        if place:
            blocks = root + place + struct.unpack_from("<I", footer, root + place)[0]
            for block in range(struct.unpack_from("<I", footer, blocks)[0]):
                at = blocks + 4 + 24 * block
                struct.pack_into("<q", footer, at, struct.unpack_from("<q", footer, at)[0] - cut)
    path.write_bytes(bytes(raw[:8]) + bytes(raw[8 + cut:]))
    return path


def write_arrow_file(columns, path):
    table = pyarrow.table(columns)
    with pyarrow.ipc.new_file(path, table.schema) as out:
        out.write_table(table)


def write_fastparquet(r, columns, path):
    """The Parquet of pandas' second engine, whose pages have bytes behind their values."""
    if "label" in columns and "decimal" in str(columns["label"].type):  # it would write bytes
        raise TypeError
    frame = pyarrow.table({name: values for name, values in columns.items() if name != "docs"}).to_pandas()
    fastparquet.write(str(path), frame, compression=r.choice([None, "SNAPPY", "GZIP", "BROTLI", "ZSTD", "LZ4_RAW", "LZ4"]),
                      row_group_offsets=r.choice([2, 1000]), times=r.choice(["int64", "int96"]),
                      write_index=False)
    return path


def write_polars(r, columns, path):
    if "decimal256" in str([values.type for values in columns.values()]):  # polars panics
        raise TypeError
    polars.from_arrow(pyarrow.table(columns)).write_parquet(
        path, compression=r.choice(["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"]), row_group_size=r.choice([None, 3]),
        data_page_size=r.choice([None, 64]), statistics=r.random() < .5)
    return path


DUCK = duckdb.connect(config={"threads": 1})


def write_duckdb(r, columns, path):
    packing, version = r.choice(["snappy", "zstd", "gzip", "uncompressed"]), r.choice(["V1", "V2"])
    DUCK.register("t", pyarrow.table(columns))
    DUCK.execute(f"COPY t TO '{path}' (FORMAT parquet, CODEC {packing}, PARQUET_VERSION {version})")
    return path


def write_pandas(r, columns, path):
    """A frame's Parquet, whose index is a column of its own."""
    frame = pyarrow.table({name: values for name, values in columns.items() if name != "docs"}).to_pandas()
    frame.index += r.randrange(3)
    frame.to_parquet(path, compression=r.choice([None, "snappy", "gzip", "zstd"]), index=r.choice([None, True, False]))
    return path


def write_csv(r, columns, path):
    """A file of texts, by csv or by pandas, plain or packed."""
    flat = {name: ["" if v is None else v for v in spelled(values)] for name, values in columns.items() if name != "docs"}
    separator, end = r.choice([(",", "csv"), ("\t", "tsv"), (";", "csv")])
    quoting, line_end, out = r.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]), r.choice(["\n", "\r\n"]), io.StringIO()
    if r.random() < .5:
        pandas.DataFrame(flat).to_csv(out, sep=separator, index=r.random() < .3, quoting=quoting, lineterminator=line_end)
    else:
        writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator=line_end)
        writer.writerow(flat)
        writer.writerows(zip(*flat.values()))
    raw = r.choice([b"", b"\xef\xbb\xbf"]) + out.getvalue().encode()
    packing = r.choice(["", ".gz", ".zst"])
    path = path.with_suffix(f".{end}{packing}")
    path.write_bytes(gzip.compress(raw) if packing == ".gz" else pyarrow.compress(raw, "zstd", asbytes=True) if packing else raw)
    return path


def spelled(values):
    """The values as texts."""
    if not (pyarrow.types.is_string(values.type) or pyarrow.types.is_integer(values.type) or pyarrow.types.is_float64(values.type)
            or pyarrow.types.is_decimal(values.type) or pyarrow.types.is_dictionary(values.type)):
        raise Unwritable(values.type)
    return values.to_pylist()


def unwritable(write):
    """write, whose refusals are Unwritable."""
    def tried(r, columns, path):
        try:
            return write(r, columns, path)
        except (duckdb.Error, polars.exceptions.PolarsError, pyarrow.ArrowException, OSError, TypeError, ValueError, OverflowError,
                ArithmeticError, LookupError) as err:
            raise Unwritable from err
    return tried


WRITERS = {"parquet": unwritable(write_parquet), "arrow": write_arrow, "duckdb": unwritable(write_duckdb), "pandas": unwritable(write_pandas),
           "csv": write_csv, "fastparquet": unwritable(write_fastparquet), "polars": unwritable(write_polars), "js": unwritable(write_js)}


def read_back(path):
    """What pyarrow reads; texts for CSV."""
    if ".csv" in path.suffixes or ".tsv" in path.suffixes:
        return read_texts(path)
    with open(path, "rb") as file:
        magic = file.read(6)
    try:
        if magic[:4] == b"PAR1":
            return pyarrow.parquet.ParquetFile(path).read(use_threads=False)
        return (pyarrow.ipc.open_file if magic == b"ARROW1" else pyarrow.ipc.open_stream)(pyarrow.memory_map(str(path))).read_all()
    except (pyarrow.ArrowException, OSError) as err:
        raise Unwritable from err


def read_texts(path):
    with pyarrow.input_stream(path, compression={".gz": "gzip", ".zst": "zstd"}.get(path.suffix)) as file:
        raw = file.read()
    first = raw.removeprefix(b"\xef\xbb\xbf").splitlines()[0].decode()
    separator = max("\t;,", key=first.count)
    names = next(csv.reader([first], delimiter=separator))
    parse = pyarrow.csv.ParseOptions(delimiter=separator, newlines_in_values=True)
    convert = pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in names}, strings_can_be_null=False)
    return pyarrow.csv.read_csv(io.BytesIO(raw), pyarrow.csv.ReadOptions(use_threads=False), parse, convert)
