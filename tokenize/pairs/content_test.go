package pairs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
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
			packed := must.Get(parquet.LookupCompressionCodec(codec).Encode(nil, plain))(t)
			p := pageReader{pageColumn: pageColumn{Codec: codec}}
			if got, err := p.unpack(packed, len(plain)); err != nil || !bytes.Equal(got, plain) {
				t.Fatalf("%s: %d bytes of %d: %v", codec, len(got), len(plain), err)
			}
			p = pageReader{pageColumn: pageColumn{Codec: codec}}
			if _, err := p.unpack(packed, len(plain)-1); err == nil {
				t.Fatalf("%s: %d bytes fit %d", codec, len(plain), len(plain)-1)
			}
		}
	})
}

// The reader of differences returns what the library encoded, and where it ends; it refuses fewer numbers than there are.
func TestReadDeltas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int32(), 1, 700).Draw(t, "values")
		data := must.Get(new(delta.BinaryPackedEncoding).EncodeInt32(nil, values))(t)
		var got []int32
		rest, err := readDeltas(&got, append(data, "behind"...), len(values), len(values), 32)
		if err != nil || !slices.Equal(got, values) || string(rest) != "behind" {
			t.Fatalf("%d of %d, %q: %v", len(got), len(values), rest, err)
		}
		if _, err := readDeltas(nil, data, 0, len(values)-1, 32); !errors.Is(err, errPage) {
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
	if count < 2 {
		return out // the first number stands in the head
	}
	return append(out, make([]byte, 1+parts)...)
}

// Pages of some bytes that the library would decode to gigabytes are refused, and their honest likes are not.
func TestCheck(t *testing.T) {
	text, flag, number := format.ByteArray, format.Boolean, format.Int64
	for _, c := range []struct {
		name     string
		column   pageColumn
		encoding format.Encoding
		body     []byte
		sound    bool
	}{
		{"places", pageColumn{Kind: text}, format.RLEDictionary, append([]byte{1}, run(10, 1)...), true},
		{"too many places", pageColumn{Kind: text}, format.RLEDictionary, append([]byte{1}, run(1<<30, 1)...), false},
		{"too wide places", pageColumn{Kind: text}, format.RLEDictionary, append([]byte{33}, run(10, 1)...), false},
		{"long runs of places", pageColumn{Kind: text}, plainDictionary, append([]byte{1}, run(4000, 1)...), false},
		{"many runs of levels", pageColumn{Kind: text, Definition: 1}, format.Plain, append([]byte{150, 0, 0, 0}, bytes.Repeat(run(400, 0), 50)...),
			false},
		{"cut bits", pageColumn{Kind: text}, format.RLEDictionary, []byte{8, 5, 1, 2}, false},
		{"truth", pageColumn{Kind: flag}, format.RLE, append([]byte{2, 0, 0, 0}, run(10, 1)...), true},
		{"too much truth", pageColumn{Kind: flag}, format.RLE, append([]byte{6, 0, 0, 0}, run(1<<30, 1)...), false},
		{"numbers", pageColumn{Kind: number}, format.DeltaBinaryPacked, differences(128, 4, 10), true},
		{"too many numbers", pageColumn{Kind: number}, format.DeltaBinaryPacked, differences(128, 4, 1<<30), false},
		{"too large blocks", pageColumn{Kind: number}, format.DeltaBinaryPacked, differences(1<<30, 4, 10), false},
		{"lengths", pageColumn{Kind: text}, format.DeltaLengthByteArray, differences(128, 4, 10), true},
		{"too many lengths", pageColumn{Kind: text}, format.DeltaLengthByteArray, differences(128, 4, 1<<30), false},
		{"prefixes", pageColumn{Kind: text}, format.DeltaByteArray, append(differences(128, 4, 10), differences(128, 4, 10)...), true},
		{"no rests", pageColumn{Kind: text}, format.DeltaByteArray, differences(128, 4, 10), false},
		{"too many levels", pageColumn{Kind: text, Definition: 1}, format.Plain, append([]byte{6, 0, 0, 0}, run(1<<30, 1)...), false},
		{"long levels", pageColumn{Kind: text, Definition: 1}, format.Plain, []byte{255, 255, 255, 127, 0}, false},
	} {
		size := int32(len(c.body))
		header := &format.PageHeader{Type: format.DataPage, CompressedPageSize: size, UncompressedPageSize: size}
		header.DataPageHeader.V = format.DataPageHeader{NumValues: 10, Encoding: c.encoding, DefinitionLevelEncoding: format.RLE}
		p := pageReader{pageColumn: c.column}
		if _, err := p.read(header, c.body); (err == nil) != c.sound {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A page has as many values as its levels define, in every encoding: a page of damaged levels would be read without values, or with those of
// other rows. What follows them is left out, such as the 8 bytes of fastparquet.
func TestLevelsAgainstValues(t *testing.T) {
	text, flag, number, fixed := format.ByteArray, format.Boolean, format.Int64, format.FixedLenByteArray
	plain := func(n int) []byte { return bytes.Repeat([]byte{1, 0, 0, 0, 'a'}, n) }
	numbers := func(n int) []byte { return differences(128, 4, uint64(n)) }
	length := func(body []byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body...)
	}
	for _, c := range []struct {
		name     string
		kind     format.Type
		width    int
		encoding format.Encoding
		values   func(n int) []byte
		group    int  // how many values are written at once, whether or not all are needed; 0 where none are read
		counted  bool // the page states how many values it has: they may be as many as there are levels
	}{
		{"texts", text, 0, format.Plain, plain, 1, false},
		{"numbers", number, 0, format.Plain, func(n int) []byte { return make([]byte, 8*n) }, 1, false},
		{"short numbers", format.Float, 0, format.Plain, func(n int) []byte { return make([]byte, 4*n) }, 1, false},
		{"long numbers", format.Int96, 0, format.Plain, func(n int) []byte { return make([]byte, 12*n) }, 1, false},
		{"fixed texts", fixed, 3, format.Plain, func(n int) []byte { return make([]byte, 3*n) }, 1, false},
		{"flags", flag, 0, format.Plain, func(n int) []byte { return make([]byte, (n+7)/8) }, 8, false},
		{"places", text, 0, format.RLEDictionary, func(n int) []byte { return append([]byte{1}, run(uint64(n), 1)...) }, 1, false},
		{"old places", text, 0, plainDictionary, func(n int) []byte { return append([]byte{1}, run(uint64(n), 1)...) }, 1, false},
		{"runs of flags", flag, 0, format.RLE, func(n int) []byte { return length(run(uint64(n), 1)) }, 1, false},
		{"differences", number, 0, format.DeltaBinaryPacked, numbers, 1, true},
		{"lengths", text, 0, format.DeltaLengthByteArray, numbers, 1, true},
		{"prefixes", text, 0, format.DeltaByteArray, func(n int) []byte { return append(numbers(n), numbers(n)...) }, 1, true},
		{"nothing", format.Type(-1), 0, format.Plain, func(int) []byte { return nil }, 0, true}, // the type null
		{"split", number, 0, format.ByteStreamSplit, func(n int) []byte { return make([]byte, 8*n) }, 1, true},
	} {
		for _, defined := range []int{0, 1, 19, 20} {
			var levels []byte
			for value, count := range [2]int{20 - defined, defined} {
				if count > 0 {
					levels = append(levels, run(uint64(count), byte(value))...)
				}
			}
			for _, present := range []int{0, 1, 3, 18, 19, 20, 40} {
				sound := c.group == 0 || present >= defined && (!c.counted || present <= 20) || c.group == 8 && (present+7)/8 >= (defined+7)/8
				for version, header := range headers(20, defined, c.encoding, len(levels)) {
					for _, behind := range []string{"", "\x00\x00\x00\x00\x00\x00\x00\x00"} {
						values := append(c.values(present), behind...)
						body := slices.Concat(levels, values)
						if version == 0 {
							body = slices.Concat(length(levels), values)
						}
						header.UncompressedPageSize = int32(len(body))
						p := pageReader{pageColumn: pageColumn{Kind: c.kind, Width: c.width, Definition: 1}}
						got, err := p.read(header, body)
						if c.encoding == format.ByteStreamSplit && behind != "" || c.encoding == format.RLE || c.group == 0 {
							continue // the values are not those of the page, or have a test of their own
						}
						if behind != "" && present < defined {
							continue // the bytes may be values
						}
						if (err == nil) != sound {
							t.Errorf("%s: %d values where %d are defined, in version %d: %v", c.name, present, defined, version+1, err)
						}
						want := c.values(defined)
						if c.counted || strings.Contains(c.name, "places") { // those are one run
							want = c.values(present)
						}
						if err == nil && (!bytes.Equal(got.Values, want) && defined > 0 || got.Misread != (len(got.Values) < len(values))) {
							t.Errorf("%s: %d values where %d are defined, in version %d: % x", c.name, present, defined, version+1, got.Values)
						}
					}
				}
			}
		}
	}
}

// Truth values as runs become bits, of both kinds of runs.
func TestRunsOfFlags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SliceOfN(rapid.ByteRange(0, 1), 1, 100).Draw(t, "bits")
		runs := must.Get((&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, bits))(t)
		want := make([]byte, (len(bits)+7)/8)
		for i, bit := range bits {
			want[i/8] |= bit << (i % 8)
		}
		header := headers(len(bits), len(bits), format.RLE, 0)[0]
		body := append(binary.LittleEndian.AppendUint32(nil, uint32(len(runs))), runs...)
		header.UncompressedPageSize = int32(len(body))
		p := pageReader{pageColumn: pageColumn{Kind: format.Boolean}}
		got, err := p.read(header, body)
		if err != nil || !got.Misread || !bytes.Equal(got.Values, want) || header.DataPageHeader.V.Encoding != format.Plain {
			t.Fatalf("% x, want % x: %v", got.Values, want, err)
		}
	})
}

// Below lists and structures there may be values for missing ones too, which DuckDB 2.0 writes, but no fewer than are defined.
func TestValuesForMissingMembers(t *testing.T) {
	for count, sound := range map[uint64]bool{2: false, 3: true, 4: true, 10: true, 11: false} {
		levels := slices.Concat(run(3, 3), run(7, 2))
		header := headers(10, 3, format.DeltaLengthByteArray, len(levels))[1]
		header.DataPageHeaderV2.V.RepetitionLevelsByteLength = 2
		body := slices.Concat(run(10, 0), levels, differences(128, 4, count))
		header.UncompressedPageSize = int32(len(body))
		p := pageReader{pageColumn: pageColumn{Kind: format.ByteArray, Repetition: 1, Definition: 3}}
		if _, err := p.read(header, body); (err == nil) != sound {
			t.Errorf("%d values where 3 of 10 are defined: %v", count, err)
		}
	}
}

// Of values bit by bit the last run may be longer than the page, as writers fill a group of 8, 256 or 504 values, but not by any number.
func TestFilledRuns(t *testing.T) {
	bitwise := func(count int) []byte {
		return append(binary.AppendUvarint(nil, uint64(count/8)<<1|1), make([]byte, count/8)...)
	}
	for _, c := range []struct {
		runs  []byte
		n     int
		sound bool
	}{
		{nil, 0, true},
		{bitwise(8), 0, true},
		{bitwise(8), 1, true},
		{bitwise(8), 8, true},
		{bitwise(8), 9, false},
		{slices.Concat(bitwise(256), bitwise(256), bitwise(256)), 700, true}, // DuckDB 2.0
		{slices.Concat(bitwise(256), bitwise(256), bitwise(256)), 512, true},
		{slices.Concat(bitwise(504), bitwise(504)), 700, true}, // older ones
		{slices.Concat(bitwise(504), run(9, 1)), 513, true},
		{slices.Concat(bitwise(504), run(9, 1)), 514, false},
		{slices.Concat(run(9, 1), bitwise(16)), 20, true},
		{slices.Concat(run(9, 1), bitwise(16)), 26, false},
		{run(2000, 1), 900, false},
	} {
		if _, err := sizeOfRuns(c.runs, 1, c.n); (err == nil) != c.sound {
			t.Errorf("%d values in %x: %v", c.n, c.runs, err)
		}
	}
}

// A header of version 2 that tells of more missing values than its levels do would lose some: it is mended. One of fewer does no harm.
func TestMissingValuesOfHeader(t *testing.T) {
	for missing, want := range map[int32]int32{8: 7, 7: 7, 0: 0} {
		header := headers(10, 3, format.Plain, 4)[1]
		header.DataPageHeaderV2.V.NumNulls = missing
		body := slices.Concat(run(3, 1), run(7, 0), make([]byte, 3*8))
		header.UncompressedPageSize = int32(len(body))
		p := pageReader{pageColumn: pageColumn{Kind: format.Int64, Definition: 1}}
		got, err := p.read(header, body)
		if err != nil || got.Misread != (missing != want) || header.DataPageHeaderV2.V.NumNulls != want {
			t.Errorf("%d of 7 are said to be missing: %+v, %v", missing, got, err)
		}
	}
}

// headers returns those of pages of both versions.
func headers(n, defined int, encoding format.Encoding, levels int) [2]*format.PageHeader {
	first, second := &format.PageHeader{Type: format.DataPage}, &format.PageHeader{Type: format.DataPageV2}
	first.DataPageHeader.V = format.DataPageHeader{NumValues: int32(n), Encoding: encoding, DefinitionLevelEncoding: format.RLE}
	second.DataPageHeaderV2.V = format.DataPageHeaderV2{NumValues: int32(n), NumNulls: int32(n - defined), NumRows: int32(n),
		Encoding: encoding, DefinitionLevelsByteLength: int32(levels)}
	return [2]*format.PageHeader{first, second}
}

// The levels of lists and of members in them count as the library counts them, in both encodings.
func TestCountLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		highest := rapid.IntRange(1, 7).Draw(t, "highest")
		levels := rapid.SliceOfN(rapid.ByteRange(0, byte(highest)), 1, 300).Draw(t, "levels")
		width := bits.Len(uint(highest))
		want := bytes.Count(levels, []byte{byte(highest)})
		for kind, e := range map[format.Encoding]encoding.Encoding{
			format.RLE: &rle.Encoding{BitWidth: width}, format.BitPacked: &bitpacked.Encoding{BitWidth: width},
		} {
			data := must.Get(e.EncodeLevels(nil, levels))(t)
			if got, err := new(pageReader).countLevels(data, highest, kind, len(levels)); err != nil || got != want {
				t.Fatalf("%v: %d of %d: %v", kind, got, want, err)
			}
			if _, err := new(pageReader).countLevels(data, highest, kind, len(levels)+8); !errors.Is(err, errPage) {
				t.Fatalf("%v: eight more levels than there are: %v", kind, err)
			}
		}
	})
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
	shared := must.Get(e.EncodeInt32(nil, values))(t)
	rests := must.Get(e.EncodeInt32(nil, lengths))(t)
	body := slices.Concat(shared, rests, []byte(strings.Repeat("x", 1<<18)))
	p := pageReader{}
	if _, err := p.prefixValues(body, len(values), len(values)); !errors.Is(err, errPage) {
		t.Errorf("%d bytes decode to %d: %v", len(body), len(values)<<18, err)
	}
}

// TestIsMissing: by hand.
func TestIsMissing(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "\x00 ": true, " \t\u00a0": true, "-": true, "?!": true, "「。」": true, "NULL": true, " n/a ": true, "&nbsp;": true, "<p><br></p>": true,
		"<td>NaN</td>": true, "None": true, `\N`: true, "#N/D!": true, "#DIV/0!": true, "(null)": true, "(brak)": true, "[Empty]": true, "0000-00-00": true,
		"none": false, "na": false, "nan bread": false, "&&": false, "x": false, "<p>0</p>": false, "C++": false, "Nullable": false, "(brak": false, "(a)": false, "#1!": false,
	} {
		if IsMissing(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if !IsMissingWord("none") || IsMissingWord("-") || IsMissingWord("0") { // of ids and labels
		t.Error("a word in another case is none, or a value is one")
	}
}
