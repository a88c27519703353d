package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"google.golang.org/protobuf/encoding/protowire"
)

// CIFFVisitor holds the callbacks for a common index file (Lin et al. 2020): the header, then every
// postings list, then every document. A nil function skips its records. Such a file holds neither texts nor
// positions, so axioms about term positions cannot be computed from it. Lengths written by Lucene are
// rounded.
type CIFFVisitor struct {
	Header   func(CIFFHeader) error
	Postings func(CIFFPostings) error // the slice of postings is valid until it returns
	Document func(CIFFDocument) error
}

// CIFFHeader describes the file. A file may hold fewer postings lists than the index, if only the terms of
// some queries were exported. Document frequencies are then right, but statistics over all terms of a
// document are not.
type CIFFHeader struct {
	Version            int
	PostingsLists      int // in the file
	Documents          int // in the file
	TotalPostingsLists int // of the index
	TotalDocuments     int
	TotalTerms         int64
	AverageLength      float64
	Description        string
}

// CIFFPostings is a term with the documents that contain it.
type CIFFPostings struct {
	Term     string
	DocFreq  int64
	CollFreq int64
	Postings []CIFFPosting // by rising document
}

// CIFFPosting is the number of occurrences of a term in a document. Documents are numbered from 0.
type CIFFPosting struct {
	Document int
	TF       int
}

// CIFFDocument is a document's number, its id and its length in terms.
type CIFFDocument struct {
	Document int
	ID       string
	Length   int
}

// longestCIFFDocument is the largest length of a document, in terms.
const longestCIFFDocument = 1 << 26

// longestCIFFMessage is the largest message in bytes: a list of a hundred million postings. Memory grows
// with the bytes that are read, not with the length that a message claims.
const longestCIFFMessage = 1 << 30

// shortestCIFFRecord is the size of a document without terms: the message's length, then the id's field,
// its length and one byte.
const shortestCIFFRecord = 4

// mostCIFFStream is the largest number of records that a stream may claim. Its size is not known before its
// end.
const mostCIFFStream = 1 << 24

// ReadCIFF reads a common index file, which may be compressed. Every fault is an error: a binary file has
// no line at which reading could go on. A header that claims more records than the file has room for is
// refused, so a visitor may allocate by its counts.
func ReadCIFF(ctx context.Context, path string, rep *Report, visit CIFFVisitor) error {
	in, err := plainfile.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := ciffReader{path: path, in: bufio.NewReaderSize(in, 1<<16)}
	if in.Packing != "" {
		r.packed = &in.Stored
	}
	header, err := r.header()
	if err != nil {
		return err
	}
	if err := r.checkCounts(header); err != nil {
		return err
	}
	if rep != nil {
		if header.PostingsLists < header.TotalPostingsLists {
			rep.note(fmt.Sprintf("postings lists, of %d of the index: what looks at all terms of a document sees these only",
				header.TotalPostingsLists), header.PostingsLists, path, 0)
		}
	}
	if visit.Header != nil {
		if err := visit.Header(header); err != nil {
			return err
		}
	}
	for n := range header.PostingsLists {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		list, err := r.postings(header)
		if err == nil && visit.Postings != nil {
			err = visit.Postings(list)
		}
		if err != nil {
			return err
		}
	}
	for n := range header.Documents {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		d, err := r.document(header)
		if err == nil && visit.Document != nil {
			err = visit.Document(d)
		}
		if err != nil {
			return err
		}
		rep.keep(1)
	}
	if _, err := r.in.ReadByte(); err == nil {
		return r.bad("bytes behind the last document")
	} else if err != io.EOF {
		return err
	}
	return nil
}

// ciffReader reads the messages of a file. The length of a message precedes it.
type ciffReader struct {
	path   string
	in     *bufio.Reader
	packed *safefile.Counter // of the packed bytes; nil for a plain file
	buf    bytes.Buffer
	number int // of messages read
	list   []CIFFPosting
}

func (r *ciffReader) bad(format string, args ...any) error {
	return errs.BadInput(r.path, 0, "write the export again", "message %d: %s", r.number, fmt.Sprintf(format, args...))
}

// message reads the next message.
func (r *ciffReader) message() ([]byte, error) {
	r.number++
	size, err := binary.ReadUvarint(r.in)
	if err == nil && size > longestCIFFMessage {
		return nil, r.bad("a length of %d bytes", size)
	}
	// A posting takes up to four times its bytes in memory.
	if r.packed != nil && size > uint64(safefile.MostHeld(r.packed.N)/4) {
		return nil, errs.BadInput(r.path, 0, "if it is meant to be so, unpack it first and give the plain file",
			"message %d has a length of %s, in the first %s of a packed file", r.number, safefile.Size(int64(size)), safefile.Size(r.packed.N))
	}
	r.buf.Reset()
	if err == nil {
		_, err = io.CopyN(&r.buf, r.in, int64(size)) // grows with the bytes read, not with the length claimed
	}
	switch {
	case err == nil:
		return r.buf.Bytes(), nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		if _, ok := errors.AsType[*errs.Error](err); ok {
			return nil, err
		}
		return nil, r.bad("the file ends")
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return nil, err
	}
	return nil, r.bad("%v", err)
}

// eachField calls visit for the fields of a message: x is the value of a number, raw the bytes of a string
// or a message. Fields of other types, as later versions may have, are skipped. It returns false if the
// message is malformed or visit returns false.
func eachField(message []byte, visit func(field protowire.Number, x uint64, raw []byte) bool) bool {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return false
		}
		message = message[n:]
		var x uint64
		var raw []byte
		switch kind {
		case protowire.VarintType:
			x, n = protowire.ConsumeVarint(message)
		case protowire.Fixed64Type:
			x, n = protowire.ConsumeFixed64(message)
		case protowire.BytesType:
			raw, n = protowire.ConsumeBytes(message)
		default:
			n = protowire.ConsumeFieldValue(field, kind, message)
		}
		if n < 0 || !visit(field, x, raw) {
			return false
		}
		message = message[n:]
	}
	return true
}

func (r *ciffReader) header() (h CIFFHeader, err error) {
	message, err := r.message()
	if err != nil {
		return h, err
	}
	ok := eachField(message, func(field protowire.Number, x uint64, raw []byte) bool {
		switch field {
		case 1:
			h.Version = int(int32(x))
		case 2:
			h.PostingsLists = int(int32(x))
		case 3:
			h.Documents = int(int32(x))
		case 4:
			h.TotalPostingsLists = int(int32(x))
		case 5:
			h.TotalDocuments = int(int32(x))
		case 6:
			h.TotalTerms = int64(x)
		case 7:
			h.AverageLength = math.Float64frombits(x)
		case 8:
			h.Description = string(bytes.ToValidUTF8(raw, []byte("\ufffd")))
		}
		return true
	})
	switch {
	case !ok:
		return h, r.bad("no header of a common index file")
	case h.Version != 1:
		return h, r.bad("version %d, where 1 is read", h.Version)
	case h.PostingsLists < 0 || h.Documents <= 0:
		return h, r.bad("%d postings lists and %d documents", h.PostingsLists, h.Documents)
	}
	return h, nil
}

// checkCounts returns an error if the header claims more records than the file's bytes can hold.
func (r *ciffReader) checkCounts(h CIFFHeader) error {
	records := int64(h.PostingsLists) + int64(h.Documents)
	info, err := os.Stat(r.path)
	if err != nil || !info.Mode().IsRegular() {
		if records > mostCIFFStream {
			return errs.BadInput(r.path, 0, "give it as a file", "a stream of %d records, where %d are believed", records, mostCIFFStream)
		}
		return nil
	}
	size := info.Size()
	if records > size/shortestCIFFRecord { // unless it is packed
		isPacked, bytes, _, err := Content(r.path)
		if err != nil {
			return err
		}
		if isPacked {
			size = bytes
		}
	}
	if records > size/shortestCIFFRecord {
		return r.bad("%d postings lists and %d documents, in %s", h.PostingsLists, h.Documents, safefile.Size(size))
	}
	return nil
}

// postings reads a list. Each document is stored as the distance from the previous one, the first as its
// number.
func (r *ciffReader) postings(h CIFFHeader) (l CIFFPostings, err error) {
	message, err := r.message()
	if err != nil {
		return l, err
	}
	r.list = r.list[:0]
	sum, last := int64(0), int64(-1)
	ok := eachField(message, func(field protowire.Number, x uint64, raw []byte) bool {
		switch field {
		case 1:
			l.Term = string(bytes.ToValidUTF8(raw, []byte("\ufffd")))
		case 2:
			l.DocFreq = int64(x)
		case 3:
			l.CollFreq = int64(x)
		case 4:
			var gap, tf int64
			if !eachField(raw, func(field protowire.Number, x uint64, _ []byte) bool {
				switch field {
				case 1:
					gap = int64(int32(x))
				case 2:
					tf = int64(int32(x))
				}
				return true
			}) {
				return false
			}
			doc := gap
			if last >= 0 {
				doc = last + gap
			}
			if doc <= last || doc >= int64(h.Documents) || tf <= 0 {
				return false
			}
			last = doc
			sum += tf
			r.list = append(r.list, CIFFPosting{Document: int(doc), TF: int(tf)})
		}
		return true
	})
	l.Postings = r.list
	switch {
	case !ok:
		return l, r.bad("no list of postings of rising documents below %d", h.Documents)
	case l.Term == "":
		return l, r.bad("postings without a term")
	case l.DocFreq != int64(len(l.Postings)) || l.CollFreq != sum:
		return l, r.bad("term %q has %d postings and %d occurrences, not %d and %d as it says", l.Term, len(l.Postings), sum, l.DocFreq,
			l.CollFreq)
	}
	return l, nil
}

func (r *ciffReader) document(h CIFFHeader) (d CIFFDocument, err error) {
	message, err := r.message()
	if err != nil {
		return d, err
	}
	ok := eachField(message, func(field protowire.Number, x uint64, raw []byte) bool {
		switch field {
		case 1:
			d.Document = int(int32(x))
		case 2:
			d.ID = string(bytes.ToValidUTF8(raw, []byte("\ufffd")))
		case 3:
			d.Length = int(int32(x))
		}
		return true
	})
	if !ok || d.ID == "" || d.Document < 0 || d.Document >= h.Documents || d.Length < 0 || d.Length > longestCIFFDocument {
		return d, r.bad("no record of a document below %d with an id and a length", h.Documents)
	}
	return d, checkID("document", d.ID, fmt.Sprintf("%s: message %d", r.path, r.number), 0)
}

// IsCIFF reports whether the collection at path is a common index file: by the format, by the file's name,
// or under auto by its first bytes.
func IsCIFF(path string, format Format) bool {
	if strings.HasSuffix(plainName(path), ".ciff") {
		return true
	}
	if format != Auto && format != "" || path == "-" || path == "" {
		return format == CIFF
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	s, err := openSource(path, Options{}, nil)
	if err != nil {
		return false // the reader reports the error
	}
	defer s.close()
	return fitsCIFF(newHead(s))
}

// fitsCIFF reports whether the file begins with the header of a common index file: a message whose field 1,
// the version, is 1.
func fitsCIFF(h head) bool {
	size, n := binary.Uvarint(h.text)
	return n > 0 && uint64(len(h.text)-n) >= size && size >= 2 && h.text[n] == 0x08 && h.text[n+1] == 0x01
}

// refuseCIFF returns the error for a common index file that is read as documents.
func refuseCIFF(s *source, _ Options, _ func(Doc, int) error) error {
	return errs.BadInput(s.path, 0, "index the documents themselves", "a common index file holds neither texts nor positions")
}
