package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protowire"
)

// message writes fields in order: int for a varint, float64 for a double, string or []byte for bytes.
func message(fields ...any) []byte {
	var b []byte
	for i := 0; i < len(fields); i += 2 {
		number := protowire.Number(fields[i].(int))
		switch value := fields[i+1].(type) {
		case int:
			b = protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), uint64(int64(value)))
		case float64:
			b = protowire.AppendFixed64(protowire.AppendTag(b, number, protowire.Fixed64Type), math.Float64bits(value))
		case string:
			b = protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), value)
		case []byte:
			b = protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), value)
		}
	}
	return b
}

func ciff(messages ...[]byte) string {
	var b []byte
	for _, m := range messages {
		b = protowire.AppendBytes(b, m)
	}
	return string(b)
}

// Two documents and two terms, as an exporter writes them: the first posting's document is absolute (left out where it is
// 0, as proto3 does), further ones are distances; a field of a later version is passed over.
var (
	ciffHead  = message(1, 1, 2, 2, 3, 3, 4, 2, 5, 3, 6, 7, 7, 2.5, 8, "made by hand")
	ciffTermA = message(1, "a", 2, 2, 3, 4, 4, message(2, 1), 4, message(1, 2, 2, 3))
	ciffTermB = message(1, "b", 2, 2, 3, 3, 4, message(1, 1, 2, 2), 4, message(1, 1, 2, 1), 9, "later")
	ciffDocs  = [][]byte{message(2, "D-0", 3, 1), message(1, 1, 2, "D-1", 3, 2), message(1, 2, 2, "D-2", 3, 4)}
	aCIFF     = ciff(append([][]byte{ciffHead, ciffTermA, ciffTermB}, ciffDocs...)...)
)

func readCIFF(path string, rep *Report) (records []string, err error) {
	add := func(record any) error {
		records = append(records, fmt.Sprintf("%+v", record))
		return nil
	}
	err = ReadCIFF(context.Background(), path, rep, CIFFVisitor{
		Header:   func(h CIFFHeader) error { return add(h) },
		Postings: func(l CIFFPostings) error { return add(l) },
		Document: func(d CIFFDocument) error { return add(d) },
	})
	return records, err
}

func TestReadCIFF(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(aCIFF))
	z.Close()
	for name, content := range map[string]string{"x.ciff": aCIFF, "x.ciff.gz": packed.String()} {
		var rep Report
		records, err := readCIFF(put(t, name, content), &rep)
		want := []string{
			"{Version:1 PostingsLists:2 Documents:3 TotalPostingsLists:2 TotalDocuments:3 TotalTerms:7 AverageLength:2.5 Description:made by hand}",
			"{Term:a DocFreq:2 CollFreq:4 Postings:[{Document:0 TF:1} {Document:2 TF:3}]}",
			"{Term:b DocFreq:2 CollFreq:3 Postings:[{Document:1 TF:2} {Document:2 TF:1}]}",
			"{Document:0 ID:D-0 Length:1}", "{Document:1 ID:D-1 Length:2}", "{Document:2 ID:D-2 Length:4}",
		}
		if diff := cmp.Diff(want, records); diff != "" || err != nil {
			t.Error(err, diff)
		}
		if rep.Kept != 3 || len(rep.Reasons) != 0 {
			t.Errorf("%s", &rep)
		}
	}
	var rep Report
	some := ciff(message(1, 1, 2, 1, 3, 1, 4, 9, 5, 1), message(1, "a", 2, 1, 3, 2, 4, message(2, 2)), message(2, "x", 3, 2))
	if _, err := readCIFF(put(t, "x", some), &rep); err != nil || !strings.Contains(rep.String(), "of 9 of the index") {
		t.Errorf("an export of query terms: %v, %s", err, &rep)
	}
}

func TestBrokenCIFF(t *testing.T) {
	for content, want := range map[string]string{
		"":                                     "message 1: the file ends",
		"text":                                 "message 1: the file ends",
		"\x02\x08":                             "message 1: the file ends",
		"\xff\xff\xff\xff\xff\xff\xff\xff\x7f": "message 1: a length of 9223372036854775807 bytes",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01": "message 1: binary: varint overflows a 64-bit integer",
		ciff([]byte("\xff")):             "message 1: no header of a common index file",
		ciff(message(1, 2, 3, 1)):        "message 1: version 2, where 1 is read",
		ciff(message(1, 1, 2, -1, 3, 1)): "message 1: -1 postings lists and 1 documents",
		ciff(message(1, 1)):              "message 1: 0 postings lists and 0 documents",
		ciff(message(1, 1, 2, 5, 3, 5)):  "message 1: 5 postings lists and 5 documents, in 7 bytes",
		aCIFF[:len(aCIFF)-1]:             "message 6: the file ends",
		aCIFF + "x":                      "message 6: bytes behind the last document",
		ciff(ciffHead, message(2, 0)):    "message 2: postings without a term",
		ciff(ciffHead,
			message(1, "a", 2, 3, 3, 3, 4, message(2, 3))): "message 2: term \"a\" has 1 postings and 3 occurrences, not 3 and 3 as it says",
		ciff(ciffHead,
			message(1, "a", 2, 1, 3, 1, 4, message(1, 3, 2, 1))): "message 2: no list of postings of rising documents below 3",
		ciff(ciffHead, message(1, "a", 2, 2, 3, 2, 4, message(2, 1), 4, message(1, 0, 2,
			1))): "message 2: no list of postings of rising documents below 3",
		ciff(ciffHead, message(1, "a", 2, 1, 3, 0, 4, message(1, 1))): "message 2: no list of postings of rising documents below 3",
		ciff(ciffHead, message(1, "a", 2, 1, 3, 1, 4, []byte{0x08})):  "message 2: no list of postings of rising documents below 3",
		ciff(ciffHead, message(1, "a", 2, 0, 3, 0), ciffTermB)[:60]:   "message 3: the file ends",
		ciff(ciffHead, ciffTermA, []byte{0xff, 0xff}):                 "message 3: no list of postings of rising documents below 3",
		ciff(ciffHead, ciffTermA, ciffTermB,
			message(1, 0, 2, "x", 3, 1<<27)): "message 4: no record of a document below 3 with an id and a length",
		ciff(ciffHead, ciffTermA, ciffTermB, message(1, 0, 2, "x", 3, -1)): "message 4: no record of a document below 3 with an id and a length",
		ciff(ciffHead, ciffTermA, ciffTermB, []byte{0x12, 0x09}):           "message 4: no record of a document below 3 with an id and a length",
		ciff(ciffHead, ciffTermA, ciffTermB, message(1, 1, 3, 4)):          "message 4: no record of a document below 3 with an id and a length",
		ciff(ciffHead, ciffTermA, ciffTermB, message(1, 3, 2, "x", 3, 4)):  "message 4: no record of a document below 3 with an id and a length",
	} {
		path := put(t, "x.ciff", content)
		_, err := readCIFF(path, nil)
		if !isFault(err, errs.Input) || err.Error() != path+": "+want+"; hint: write the export again" {
			t.Errorf("%q: error %v, want %s", content, err, want)
		}
	}
	path := put(t, "x.ciff", aCIFF)
	if _, err := collect(path, Auto, Options{}, nil); !isFault(err, errs.Input) ||
		!strings.Contains(err.Error(), "neither texts nor positions") {
		t.Errorf("as documents: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := ReadCIFF(ctx, path, nil, CIFFVisitor{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// What is read keeps what the records promise.
func FuzzCIFF(f *testing.F) {
	f.Add([]byte(aCIFF))
	f.Add([]byte(aCIFF[:20]))
	f.Add([]byte(ciff(message(1, 1, 2, 1, 3, 1, 4, 9, 5, 1), message(1, "a", 2, 1, 3, 2, 4, message(2, 2)), message(2, "x", 3, 2))))
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		documents := 0
		err := ReadCIFF(context.Background(), write(t, content), nil, CIFFVisitor{
			Header: func(h CIFFHeader) error { documents = h.Documents; return nil },
			Postings: func(l CIFFPostings) error {
				last, sum := -1, int64(0)
				for _, p := range l.Postings {
					if p.Document <= last || p.Document >= documents || p.TF <= 0 {
						t.Fatalf("postings %+v", l)
					}
					last, sum = p.Document, sum+int64(p.TF)
				}
				if l.Term == "" || l.DocFreq != int64(len(l.Postings)) || l.CollFreq != sum {
					t.Fatalf("postings %+v", l)
				}
				return nil
			},
		})
		if err != nil && !isFault(err, errs.Input) {
			t.Fatalf("error %v", err)
		}
	})
}
