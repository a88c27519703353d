package pairs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpack returns a page without its compression. size is the unpacked size in the header, in bytes. A damaged or longer page is an error.
func (p *pageReader) unpack(data []byte, size int) ([]byte, error) {
	if p.Codec == format.Uncompressed {
		return data, nil
	}
	if cap(p.buffer) < size {
		p.buffer = make([]byte, size)
	}
	buffer := p.buffer[:size:size]
	n, err := unpackTo(buffer, data, p.Codec)
	if err != nil {
		return nil, fmt.Errorf("%s data of a page that do not unpack to %s, as its header says: %w", p.Codec, safefile.Size(int64(size)), err)
	}
	return buffer[:n], nil
}

// unpackTo fills dst with the content of a page, and returns its size in bytes. Content that does not fit is an error.
func unpackTo(dst, data []byte, codec format.CompressionCodec) (int, error) {
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(data); err != nil || n > len(dst) {
			return 0, errPage
		}
		plain, err := snappy.Decode(dst, data)
		return len(plain), err
	case format.Lz4Raw:
		return lz4.UncompressBlock(data, dst)
	case format.Lz4:
		if n, err := unpackHadoop(dst, data); err == nil {
			return n, nil
		}
		return lz4.UncompressBlock(data, dst) // some writers use this name for LZ4_RAW
	case format.Zstd:
		d, err := zstdDecoder()
		if err != nil {
			return 0, err
		}
		plain, err := d.DecodeAll(data, dst[:0])
		return len(plain), err
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return 0, err
		}
		return fill(dst, z)
	case format.Brotli:
		return fill(dst, brotli.NewReader(bytes.NewReader(data)))
	}
	return 0, fmt.Errorf("a compression that is not read")
}

// unpackHadoop unpacks the old LZ4. Before each block are two big-endian sizes: the size of the unpacked block, and the size of the block.
func unpackHadoop(dst, data []byte) (n int, err error) {
	for len(data) > 0 {
		if len(data) < 8 || uint64(binary.BigEndian.Uint32(data[4:])) > uint64(len(data)-8) {
			return 0, errPage
		}
		block := data[8 : 8+binary.BigEndian.Uint32(data[4:])]
		size, err := lz4.UncompressBlock(block, dst[n:])
		if err != nil || uint32(size) != binary.BigEndian.Uint32(data) {
			return 0, errPage
		}
		n, data = n+size, data[8+len(block):]
	}
	return n, nil
}

// fill reads a stream to its end into dst and returns its size. A stream that is longer than dst is an error.
func fill(dst []byte, in io.Reader) (int, error) {
	n, err := io.ReadFull(in, dst)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return n, nil // decoding the page detects a cut stream
	case err != nil:
		return n, err
	}
	switch _, err = io.ReadFull(in, make([]byte, 1)); err {
	case nil:
		return n, errPage
	case io.EOF:
		return n, nil
	}
	return n, err
}

// zstdDecoder returns a decoder that unpacks no more than the capacity of its destination.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
})
