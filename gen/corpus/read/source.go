package read

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"golang.org/x/text/encoding/charmap"
)

// Reasons under which all line readers count.
const (
	invalidBytes = "bytes that are not valid in the encoding, replaced by U+FFFD"
	wrongFields  = "wrong number of fields"
	emptyID      = "empty id"
	misread      = "texts with UTF-8 once read as Latin-1, repaired"
	nulLetters   = "lines with NUL letters, kept as they are"
	readUTF16    = "text in UTF-16, read as such"
	readMacEnds  = "text whose lines end in CR alone, read as such"
)

// The words for records in messages.
const (
	documentsNoun  = "documents"
	queriesNoun    = "queries"
	judgementsNoun = "judgements"
	rowsNoun       = "rows"
)

// headSize is the number of first bytes from which a file's format is detected.
const headSize = 64 << 10

// MaxLine is the default of Options.MaxLine. No document is so long, and a packed file of some megabytes can claim a line of gigabytes.
const MaxLine = safefile.Line

// source returns the lines of one file, unpacked and as valid UTF-8, and reports what is skipped.
type source struct {
	path    string
	line    int // number of the line last returned
	end     int // number of the last line of a table's current record, where it is not line
	row     int // number of a table's current row, from 0
	strict  bool
	max     int    // bytes of a line or record
	about   string // what a record looks like, once the format is known
	noun    string // what a record is, in the plural
	rep     *Report
	in      *plainfile.File
	table   *io.SectionReader // a whole Parquet or Arrow file; nil for others
	text    textBuffer
	inside  bool // a piece of the current line was read
	again   int  // lines up to this one are read once more
	isCut   bool // the lines are a file's beginning
	decoder decoder
	// For rows only:
	columns string // Options.Columns
	spare   *safefile.Spare
	repeats bool // documents and queries may repeat: a repetition is not counted
	counted bool // another reader counts malformed rows
}

// headSource returns a source of the lines of a head. It counts nothing.
func headSource(h head) *source {
	return &source{path: h.path, max: MaxLine, text: textBuffer{text: h.text, hi: len(h.text), err: io.EOF}, isCut: len(h.text) >= headSize}
}

// openSource opens path ("-" is standard input) for reading by lines.
func openSource(path string, o Options, rep *Report) (*source, error) {
	in, err := plainfile.Open(path, o.Spare)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, strict: o.Strict, max: cmp.Or(o.MaxLine, MaxLine), rep: rep, in: in, counted: o.counted, columns: o.Columns,
		spare: o.Spare}
	switch o.Encoding {
	case "latin-1":
		s.decoder.charmap = charmap.ISO8859_1
	case "windows-1252":
		s.decoder.charmap = charmap.Windows1252
	}
	if columnar.Has(in.Begin) {
		if s.table, err = in.Whole(); err != nil {
			in.Close()
			return nil, err
		}
	} else if in.DecodeUTF16() {
		s.decoder.charmap = nil
		s.noteForm(readUTF16)
	}
	s.text = textBuffer{in: in, text: make([]byte, 2*headSize)}
	if rep != nil {
		rep.Bytes += in.Stored.N // read to detect the form
		s.text.in = countedFile{in, rep}
	}
	begin := s.head()
	if err := s.text.err; err != nil && err != io.EOF {
		in.Close()
		return nil, err
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(begin, mark) {
		s.text.lo = len(mark)
	}
	if text := s.text.text[s.text.lo:s.text.hi]; s.table == nil && endsInCR(text) {
		s.text.mac = true
		lineEnds(text)
		s.noteForm(readMacEnds)
	}
	return s, nil
}

// visitFile calls visit with a file that another reader reads with a report.
func visitFile(path string, o Options, visit func(s *source) error) error {
	s, err := openSource(path, o, nil)
	if err != nil {
		return err
	}
	defer s.close()
	return visit(s)
}

// countedFile is a file whose bytes a report counts, as they are before decompression.
type countedFile struct {
	file *plainfile.File
	rep  *Report
}

// Read reads plain bytes.
func (c countedFile) Read(p []byte) (int, error) {
	count := c.file.Stored.N
	n, err := c.file.Read(p)
	c.rep.Bytes += c.file.Stored.N - count
	return n, err
}

// noteForm counts a file of an uncommon form, once even if several readers read it.
func (s *source) noteForm(reason string) {
	if !s.counted {
		s.rep.note(reason, 1, s.path, 0)
	}
}

func (s *source) close() { s.in.Close() }

// empty reports whether the file is empty. It must be called before any line is read.
func (s *source) empty() bool { return len(s.head()) == 0 }

// head returns the first 64 KiB of the file, fewer if it is shorter. It must be called before any line is read.
func (s *source) head() []byte { return s.text.first(headSize) }

// next returns the next line without its line end, valid until the next call. It returns io.EOF at the end of the file.
func (s *source) next() ([]byte, error) {
	line, err := s.text.line(s.max)
	if err == errLongLine {
		err = s.checkSize(s.max+1, s.line+1)
	}
	if err != nil {
		return nil, err
	}
	s.line++
	return s.valid(bytes.TrimSuffix(line, []byte("\r")))
}

// rewind goes back to a line, from which on the text is held, and returns it as next does. The lines are counted once.
func (s *source) rewind(line int) []byte {
	s.again = max(s.again, s.line)
	s.text.lo, s.line = s.text.held, line-1
	text, _ := s.next() // it was read before
	return text
}

// piece returns the next part of a line, at most headSize bytes and whole characters, valid until the next call. ends reports whether the
// part ends the line. It is for files whose records are independent of lines and which may be one line of any length. Do not mix next and
// piece within a line.
func (s *source) piece() (text []byte, ends bool, err error) {
	text, ends, err = s.text.piece(s.decoder.charmap == nil)
	if err != nil {
		return nil, false, err
	}
	if !s.inside {
		s.line++
	}
	if s.inside = !ends; ends {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	text, err = s.valid(text)
	return text, ends, err
}

// valid converts a line, or a part of one, to valid UTF-8.
func (s *source) valid(line []byte) ([]byte, error) {
	isCounted := s.counted || s.line <= s.again
	if !isCounted && s.rep != nil && bytes.IndexByte(line, 0) >= 0 {
		s.rep.note(nulLetters, 1, s.path, s.line)
	}
	text, bad, first := s.decoder.decode(line)
	if bad > 0 && s.strict {
		return nil, errs.BadInput(s.path, s.line, "name the file's encoding with --set encoding=NAME, or leave out --set strict=true",
			"byte %d of the line is not valid in the encoding", first)
	}
	if !isCounted {
		s.rep.note(invalidBytes, bad, s.path, s.line)
	}
	return text, nil
}

// repairText returns a text with its mojibake repaired, and counts a repair.
func (s *source) repairText(text string, line int) string {
	result := corpus.RepairMojibake(text)
	if len(result) != len(text) { // a repair always shortens
		s.rep.note(misread, 1, s.path, line)
	}
	return result
}

// readRest returns the lines not yet read, each followed by LF.
func (s *source) readRest() ([]byte, error) {
	var all []byte
	for {
		line, err := s.next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(append(all, line...), '\n')
		if err := s.checkSize(len(all), s.line); err != nil {
			return nil, err
		}
	}
}

// checkSize returns an error if size bytes are too many for a line or record, which began on line begin.
func (s *source) checkSize(size, begin int) error {
	if size <= s.max {
		return nil
	}
	return errs.BadInput(s.path, begin, "is it a file of documents or topics?",
		"a line or record of more than %s", safefile.Size(int64(s.max)))
}

// leave records that a part of the file is not read.
func (s *source) leave(reason string) {
	if s.rep != nil && !s.counted {
		s.rep.Unread.Leave(s.path, reason)
	}
}

// skipRow calls skip for a row of a table. If several readers read the table, only one counts the row.
func (s *source) skipRow(line int, reason string) error {
	if s.counted && !s.strict {
		return nil
	}
	return s.skip(line, reason)
}

// skip counts the record on a line as malformed, or returns an error under strict.
func (s *source) skip(line int, reason string) error {
	if s.strict {
		hint := "leave out --set strict=true to skip it"
		if s.about != "" {
			hint = "expected " + s.about + "; " + hint
		}
		return errs.BadInput(s.path, line, hint, "%s", reason)
	}
	s.rep.add(skipReason{Noun: s.noun, Text: reason, Skipped: true, Repeats: reason == headerAgain}, 1, s.path, line)
	return nil
}

// ArrowBatches returns a reader of the batches of an Arrow file or stream, within the limits of tables. Its errors do not name the file.
func ArrowBatches(file *io.SectionReader) (*ipc.Reader, error) { return columnar.OpenArrow("", file) }

// Content returns the size and SHA-256 of the unpacked content of a packed file. For a plain file isPacked
// is false and nothing is read.
func Content(path string) (isPacked bool, bytes int64, sum string, err error) {
	in, err := plainfile.Open(path, nil)
	if err != nil {
		return false, 0, "", err
	}
	defer in.Close()
	if in.Packing == "" {
		return false, 0, "", nil
	}
	hash := sha256.New()
	bytes, err = io.Copy(hash, in)
	return true, bytes, hex.EncodeToString(hash.Sum(nil)), err
}

// PlainName returns a file's name without the extension of its compression.
func PlainName(name string) string {
	if ext := filepath.Ext(name); slices.Contains([]string{".gz", ".zst", ".bz2"}, strings.ToLower(ext)) {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// InputSum returns the size and SHA-256 of standard input; ok is false if it was not copied.
func InputSum() (bytes int64, sum string, ok bool) { return plainfile.InputSum() }

// checkID returns an error for an id that other programs cannot read in a run or qrels file.
func checkID(noun, id, path string, line int) error {
	bad := celltext.ForbiddenInID(id)
	if bad == "" {
		return nil
	}
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space", "the id %q of a %s holds %s", id, noun, bad)
}

// spellingOf returns the spelling of the judgements' query ids.
func spellingOf(qrels []corpus.Qrel) celltext.Spelling {
	ids := make([]string, len(qrels))
	for i, q := range qrels {
		ids[i] = q.QueryID
	}
	return celltext.SpellingOf(ids)
}

// reconcile changes the queries' ids to the judgements' spelling and returns how many changed. A query
// keeps its id if another query already has that spelling.
func reconcile(queries []corpus.Query, qrels []corpus.Qrel) int {
	spelling := spellingOf(qrels)
	ids := map[string]bool{}
	for _, q := range queries {
		ids[q.ID] = true
	}
	n := 0
	for i, q := range queries {
		if id := spelling.Spell(q.ID); !ids[id] {
			ids[id] = true
			queries[i].ID = id
			n++
		}
	}
	return n
}

// errLongLine is the error for a line that has too many bytes.
var errLongLine = errors.New("long line")

// textBuffer divides the bytes of a file into lines.
type textBuffer struct {
	in     io.Reader
	err    error  // of in, once it occurred; io.EOF at the end
	text   []byte // text[lo:hi] is read and not yet returned
	lo, hi int
	held   int // the text from here on is kept, while it is held
	holds  bool
	mac    bool // lines end in CR only
}

// hold keeps the text that is not yet returned, for going back to it, until it is held anew.
func (b *textBuffer) hold() { b.held, b.holds = b.lo, true }

// first returns the first n bytes of the file, fewer if it is shorter. It must be called before any line is read.
func (b *textBuffer) first(n int) []byte {
	for b.hi < n && b.err == nil {
		b.fill()
	}
	return b.text[b.lo:min(b.hi, b.lo+n)]
}

// fill reads more bytes after text[lo:hi] and makes room for them.
func (b *textBuffer) fill() {
	begin := b.lo
	if b.holds {
		begin = b.held
	}
	if begin > 0 {
		copy(b.text, b.text[begin:b.hi])
		b.lo, b.hi, b.held = b.lo-begin, b.hi-begin, 0
	}
	if b.hi == len(b.text) {
		b.text = append(b.text, make([]byte, len(b.text))...)
	}
	n, err := b.in.Read(b.text[b.hi:])
	if b.mac {
		lineEnds(b.text[b.hi : b.hi+n])
	}
	b.hi += n
	b.err = err
}

// line returns the next line without its LF, valid until the next call. It returns io.EOF at the end of the file, and errLongLine for a
// line of more bytes than most.
func (b *textBuffer) line(most int) ([]byte, error) {
	n := 0
	for {
		i := bytes.IndexByte(b.text[b.lo+n:b.hi], '\n')
		if i >= 0 {
			n += i
		} else {
			n = b.hi - b.lo
		}
		switch {
		case n > most:
			return nil, errLongLine
		case i >= 0:
			line := b.text[b.lo : b.lo+n]
			b.lo += n + 1
			return line, nil
		case b.err == nil:
			b.fill()
		case b.err == io.EOF && n > 0:
			line := b.text[b.lo:b.hi]
			b.lo = b.hi
			return line, nil
		default:
			return nil, b.err
		}
	}
}

// piece returns the next part of a line, at most headSize bytes, valid until the next call. In UTF-8 it ends between two characters. ends
// reports whether the part ends the line.
func (b *textBuffer) piece(isUTF8 bool) (text []byte, ends bool, err error) {
	for {
		window := b.text[b.lo:min(b.hi, b.lo+headSize)]
		if i := bytes.IndexByte(window, '\n'); i >= 0 {
			b.lo += i + 1
			return window[:i], true, nil
		}
		if len(window) == headSize && b.hi > b.lo+headSize {
			cut := headSize
			for isUTF8 && cut > headSize-utf8.UTFMax && !utf8.RuneStart(b.text[b.lo+cut]) {
				cut--
			}
			b.lo += cut
			return window[:cut], false, nil
		}
		if b.err == nil {
			b.fill()
			continue
		}
		if b.err != io.EOF || len(window) == 0 {
			return nil, false, b.err
		}
		b.lo = b.hi
		return window, true, nil
	}
}

// endsInCR reports whether the lines of a file's beginning end in CR only, as those of old Macintosh programs do.
func endsInCR(text []byte) bool {
	i := bytes.IndexByte(text, '\r')
	return i >= 0 && i < len(text)-1 && bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, 0) < 0
}

// lineEnds replaces each CR by LF.
func lineEnds(text []byte) {
	for i, c := range text {
		if c == '\r' {
			text[i] = '\n'
		}
	}
}

// decoder converts texts to valid UTF-8.
type decoder struct {
	charmap *charmap.Charmap // nil for UTF-8
	fixed   []byte           // a text whose bytes had to be replaced
}

// decode returns a text in valid UTF-8, until the next call. bad is the number of bytes that are not valid, first the place of the first of
// them, from 1.
func (d *decoder) decode(text []byte) (valid []byte, bad, first int) {
	if d.charmap == nil && utf8.Valid(text) {
		return text, 0, 0
	}
	d.fixed = d.fixed[:0]
	for i := 0; i < len(text); {
		r, size := rune(utf8.RuneError), 1
		if d.charmap != nil {
			r = d.charmap.DecodeByte(text[i])
		} else {
			r, size = utf8.DecodeRune(text[i:])
		}
		if r == utf8.RuneError && size == 1 {
			if bad == 0 {
				first = i + 1
			}
			bad++
		}
		d.fixed = utf8.AppendRune(d.fixed, r)
		i += size
	}
	return d.fixed, bad, first
}
