package pagebound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

// A page that a library packed is unpacked to the same bytes where the header has its size. It is an error where the header has less.
func TestUnpack(t *testing.T) {
	codecs := []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw}
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOfN(rapid.ByteRange('a', 'd'), 1, 3000).Draw(t, "plain")
		if rapid.Bool().Draw(t, "repeated") {
			plain = bytes.Repeat(plain, 50)
		}
		for _, codec := range codecs {
			packed, err := parquet.LookupCompressionCodec(codec).Encode(nil, plain)
			if err != nil {
				t.Fatal(err)
			}
			p := Pages{Column: Column{Codec: codec}}
			if got, err := p.unpack(packed, len(plain)); err != nil || !bytes.Equal(got, plain) {
				t.Fatalf("%s: %d bytes of %d: %v", codec, len(got), len(plain), err)
			}
			p = Pages{Column: Column{Codec: codec}}
			if _, err := p.unpack(packed, len(plain)-1); err == nil {
				t.Fatalf("%s: %d bytes fit %d", codec, len(plain), len(plain)-1)
			}
		}
	})
}

// The reader of differences returns what the library encoded, and where it ends; it refuses more numbers than there may be.
func TestReadDeltas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int32(), 1, 700).Draw(t, "values")
		data, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		var got []int32
		rest, err := readDeltas(&got, append(data, "behind"...), len(values), 32)
		if err != nil || !slices.Equal(got, values) || string(rest) != "behind" {
			t.Fatalf("%d of %d, %q: %v", len(got), len(values), rest, err)
		}
		if _, err := readDeltas(nil, data, len(values)-1, 32); !errors.Is(err, ErrPage) {
			t.Fatalf("%d numbers where %d are there: %v", len(values), len(values)-1, err)
		}
	})
}

func run(count uint64, value byte) []byte { return append(binary.AppendUvarint(nil, count<<1), value) }

func differences(block, parts, count uint64) []byte {
	var out []byte
	for _, x := range []uint64{block, parts, count, 0} {
		out = binary.AppendUvarint(out, x)
	}
	return append(out, make([]byte, 1+parts)...)
}

// Pages of some bytes that the library would decode to gigabytes are refused, and their honest likes are not.
func TestCheck(t *testing.T) {
	text, flag, number := format.ByteArray, format.Boolean, format.Int64
	for _, c := range []struct {
		name     string
		column   Column
		encoding format.Encoding
		body     []byte
		sound    bool
	}{
		{"places", Column{Kind: text}, format.RLEDictionary, append([]byte{1}, run(10, 1)...), true},
		{"too many places", Column{Kind: text}, format.RLEDictionary, append([]byte{1}, run(1<<30, 1)...), false},
		{"too wide places", Column{Kind: text}, format.RLEDictionary, append([]byte{33}, run(10, 1)...), false},
		{"many runs of places", Column{Kind: text}, plainDictionary, append([]byte{1}, bytes.Repeat(run(400, 1), 50)...), false},
		{"cut bits", Column{Kind: text}, format.RLEDictionary, []byte{8, 5, 1, 2}, false},
		{"truth", Column{Kind: flag}, format.RLE, append([]byte{2, 0, 0, 0}, run(10, 1)...), true},
		{"too much truth", Column{Kind: flag}, format.RLE, append([]byte{6, 0, 0, 0}, run(1<<30, 1)...), false},
		{"numbers", Column{Kind: number}, format.DeltaBinaryPacked, differences(128, 4, 10), true},
		{"too many numbers", Column{Kind: number}, format.DeltaBinaryPacked, differences(128, 4, 1<<30), false},
		{"too large blocks", Column{Kind: number}, format.DeltaBinaryPacked, differences(1<<30, 4, 10), false},
		{"lengths", Column{Kind: text}, format.DeltaLengthByteArray, differences(128, 4, 10), true},
		{"too many lengths", Column{Kind: text}, format.DeltaLengthByteArray, differences(128, 4, 1<<30), false},
		{"prefixes", Column{Kind: text}, format.DeltaByteArray, append(differences(128, 4, 10), differences(128, 4, 10)...), true},
		{"no rests", Column{Kind: text}, format.DeltaByteArray, differences(128, 4, 10), false},
		{"levels", Column{Kind: text, Definition: 1}, format.Plain, append([]byte{2, 0, 0, 0}, run(10, 1)...), true},
		{"too many levels", Column{Kind: text, Definition: 1}, format.Plain, append([]byte{6, 0, 0, 0}, run(1<<30, 1)...), false},
		{"long levels", Column{Kind: text, Definition: 1}, format.Plain, []byte{255, 255, 255, 127, 0}, false},
	} {
		size := int32(len(c.body))
		header := &format.PageHeader{Type: format.DataPage, CompressedPageSize: size, UncompressedPageSize: size}
		header.DataPageHeader.V = format.DataPageHeader{NumValues: 10, Encoding: c.encoding, DefinitionLevelEncoding: format.RLE}
		p := Pages{Column: c.column}
		if err := p.Check(header, c.body); (err == nil) != c.sound {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Values that share all bytes with the one before may make up a page, and no more.
func TestSharedPrefixes(t *testing.T) {
	values := make([]int32, 1000)
	for i := range values {
		values[i] = 1 << 18
	}
	lengths := make([]int32, len(values))
	lengths[0], values[0] = 1<<18, 0
	e := new(delta.BinaryPackedEncoding)
	shared, err := e.EncodeInt32(nil, values)
	if err != nil {
		t.Fatal(err)
	}
	rests, err := e.EncodeInt32(nil, lengths)
	if err != nil {
		t.Fatal(err)
	}
	body := slices.Concat(shared, rests, []byte(strings.Repeat("x", 1<<18)))
	p := Pages{}
	if err := p.checkPrefixes(body, len(values)); !errors.Is(err, ErrPage) {
		t.Errorf("%d bytes decode to %d: %v", len(body), len(values)<<18, err)
	}
}
