package pagebound

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// maxUnpacked is the most bytes that a page is decoded to.
const maxUnpacked = untrusted.Whole

// unpack takes the compression off a page. It returns an error if the page is damaged or holds more than its header says.
func (p *Pages) unpack(packed []byte, size int) ([]byte, error) {
	if p.Codec == format.Uncompressed {
		return packed, nil
	}
	if cap(p.unpacked) < size {
		p.unpacked = make([]byte, size)
	}
	to := p.unpacked[:size:size]
	n, err := unpackInto(to, packed, p.Codec)
	if err != nil {
		return nil, fmt.Errorf("%s data of a page that do not unpack to %s, as its header says: %w", p.Codec, untrusted.Size(int64(size)), err)
	}
	return to[:n], nil
}

// unpackInto fills a buffer with what a page holds, and returns how many bytes that is. More than fits is an error.
func unpackInto(to, packed []byte, codec format.CompressionCodec) (int, error) {
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n > len(to) {
			return 0, ErrPage
		}
		plain, err := snappy.Decode(to, packed)
		return len(plain), err
	case format.Lz4Raw:
		return lz4.UncompressBlock(packed, to)
	case format.Zstd:
		d, err := zstdDecoder()
		if err != nil {
			return 0, err
		}
		plain, err := d.DecodeAll(packed, to[:0])
		return len(plain), err
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return 0, err
		}
		return fill(to, z)
	case format.Brotli:
		return fill(to, brotli.NewReader(bytes.NewReader(packed)))
	}
	return 0, fmt.Errorf("a compression that is not read")
}

// fill reads a stream to its end into a buffer.
func fill(to []byte, in io.Reader) (int, error) {
	n, err := io.ReadFull(in, to)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return n, nil // whoever decodes the page tells a cut stream
	}
	if err != nil {
		return n, err
	}
	var more [1]byte
	if _, err := io.ReadFull(in, more[:]); err == io.EOF {
		return n, nil
	} else if err != nil {
		return n, err
	}
	return n, ErrPage
}

// zstdDecoder returns a decoder that unpacks no more than there is room for.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
})
