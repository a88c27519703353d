package encoding

import (
	"bytes"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestMaskedChecksum: CRC32C of 32 zero bytes is 8a9136aa (RFC 3720, B.4); turned by 15 bits and with the constant added by
// hand.
func TestMaskedChecksum(t *testing.T) {
	want := bits.RotateLeft32(0x8a9136aa, -15) + 0xa282ead8
	must.Equal(t, maskedCRC(make([]byte, 32)), want)
}

// TestExampleBytes is a tf.Example by hand, tag by tag.
func TestExampleBytes(t *testing.T) {
	feature := func(name string, ids ...byte) []byte {
		list := append([]byte{0x0a, byte(len(ids))}, ids...)
		value := append([]byte{0x1a, byte(len(list))}, list...)
		entry := append([]byte{0x0a, byte(len(name))}, name...)
		entry = append(append(entry, 0x12, byte(len(value))), value...)
		return append([]byte{0x0a, byte(len(entry))}, entry...)
	}
	features := slices.Concat(feature("doc_ids", 5, 3), feature("label", 1), feature("query_ids", 2, 0xac, 0x02, 3)) // 300 is ac 02
	want := append([]byte{0x0a, byte(len(features))}, features...)
	if got := AppendExample(nil, []int32{2, 300, 3}, []int32{5, 3}, 1); !bytes.Equal(got, want) {
		t.Errorf("% x, want % x", got, want)
	}
}

func TestExampleIsReadBack(t *testing.T) {
	ids := rapid.SliceOfN(rapid.Int32Range(0, 1<<20), 1, 300)
	rapid.Check(t, func(t *rapid.T) {
		query, doc, label := ids.Draw(t, "query"), ids.Draw(t, "doc"), rapid.Int64Range(0, 1).Draw(t, "label")
		prefix := rapid.SliceOf(rapid.Byte()).Draw(t, "prefix")
		payload := AppendExample(slices.Clone(prefix), query, doc, label)
		if !bytes.HasPrefix(payload, prefix) {
			t.Fatal("what was there before has changed")
		}
		got, err := ParseExample(payload[len(prefix):])
		if err != nil || !equalIDs(got["query_ids"], query) || !equalIDs(got["doc_ids"], doc) || got["label"][0] != label {
			t.Fatalf("%v, %v", got, err)
		}
	})
}

func equalIDs(got []int64, want []int32) bool {
	return slices.EqualFunc(got, want, func(a int64, b int32) bool { return a == int64(b) })
}

func FuzzRecords(f *testing.F) {
	good := AppendFrame(nil, AppendExample(nil, []int32{2, 3}, []int32{7, 3}, 0))
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(AppendFrame(nil, []byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f}))
	name := filepath.Join(f.TempDir(), "x.tfrecord")
	budgettest.Fuzz(f, func(t *testing.T, raw []byte) {
		must.Do(t, os.WriteFile(name, raw, 0o666))
		var back []byte
		err := EachRecord(name, func(payload []byte) error {
			back = AppendFrame(back, payload)
			if lists, err := ParseExample(payload); err == nil && len(lists["label"]) == 0 {
				t.Error("an example without a label")
			}
			return nil
		})
		if err == nil && !bytes.Equal(back, raw) {
			t.Error("records put together again are not the file")
		}
	})
}
