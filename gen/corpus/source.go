package corpus

import (
	"bytes"
	"cmp"
	"io"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/corpus/internal/mojibake"
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

// headSize is the number of first bytes from which a file's format is detected.
const headSize = 64 << 10

// MaxLine is the default of Options.MaxLine. No document is so long, and a packed file of some megabytes can claim a line of gigabytes.
const MaxLine = safefile.Line

// source returns the lines of one file, unpacked and as valid UTF-8, and reports what is skipped.
type source struct {
	path   string
	line   int // number of the line last returned
	end    int // number of the last line of a table's current record, where it is not line
	strict bool
	max    int    // bytes of a line or record
	about  string // what a record looks like, once the format is known
	rep    *Report
	in     *plainFile
	err    error  // of in, once it occurred; io.EOF at the end
	buf    []byte // buf[lo:hi] is read and not yet returned
	lo, hi int
	inside bool             // a piece of the current line was read
	mac    bool             // lines end in CR only
	decode *charmap.Charmap // nil for UTF-8
	fixed  []byte           // a line whose bytes had to be replaced
	// For rows only:
	columns string // Options.Columns
	told    string // the roles of the columns
	repeats bool   // documents and queries may repeat: a repetition is not counted
	counted bool   // another reader counts malformed rows
}

// headSource returns a source of the lines of a head. It counts nothing.
func headSource(h head) *source {
	return &source{path: h.path, max: MaxLine, buf: h.text, hi: len(h.text), err: io.EOF}
}

// openSource opens path ("-" is standard input) for reading by lines.
func openSource(path string, o Options, rep *Report) (*source, error) {
	in, err := unpack(path)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, strict: o.Strict, max: cmp.Or(o.MaxLine, MaxLine), rep: rep, in: in, buf: make([]byte, 2*headSize),
		counted: o.counted, columns: o.Columns}
	switch o.Encoding {
	case "latin-1":
		s.decode = charmap.ISO8859_1
	case "windows-1252":
		s.decode = charmap.Windows1252
	}
	if rep != nil {
		rep.Bytes += in.read.N // read to detect the form
	}
	if order := utf16Order(in.begin); order != "" && in.table == nil {
		in.Reader, s.decode = fromUTF16(in.Reader, order), nil
		s.noteForm(readUTF16)
	}
	s.head()
	if s.err != nil && s.err != io.EOF {
		in.Close()
		return nil, s.err
	}
	if bytes.HasPrefix(s.buf[:s.hi], []byte("\ufeff")) {
		s.lo = len("\ufeff")
	}
	if text := s.buf[s.lo:s.hi]; in.table == nil && endsInCR(text) {
		s.mac = true
		lineEnds(text)
		s.noteForm(readMacEnds)
	}
	return s, nil
}

// noteForm counts a file of an uncommon form, once even if several readers read it.
func (s *source) noteForm(reason string) {
	if !s.counted {
		s.rep.note(reason, 1, s.path, 0)
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

func (s *source) close() { s.in.Close() }

// empty reports whether the file is empty. It must be called before any line is read.
func (s *source) empty() bool { return len(s.head()) == 0 }

// head returns the first 64 KiB of the file, fewer if it is shorter. It must be called before any line is read.
func (s *source) head() []byte { return s.first(headSize) }

// first returns the first n bytes of the file, fewer if it is shorter. It must be called before any line is read.
func (s *source) first(n int) []byte {
	for s.hi < n && s.err == nil {
		s.fill()
	}
	return s.buf[s.lo:min(s.hi, s.lo+n)]
}

// fill reads more bytes after buf[lo:hi] and makes room for them.
func (s *source) fill() {
	if s.lo > 0 {
		copy(s.buf, s.buf[s.lo:s.hi])
		s.lo, s.hi = 0, s.hi-s.lo
	}
	if s.hi == len(s.buf) {
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	count := s.in.read.N
	n, err := s.in.Read(s.buf[s.hi:])
	if s.mac {
		lineEnds(s.buf[s.hi : s.hi+n])
	}
	s.hi += n
	if s.rep != nil {
		s.rep.Bytes += s.in.read.N - count
	}
	s.err = err
}

// next returns the next line without its line end, valid until the next call. It returns io.EOF at the end of the file.
func (s *source) next() ([]byte, error) {
	n := 0
	for {
		if i := bytes.IndexByte(s.buf[s.lo+n:s.hi], '\n'); i >= 0 {
			line := s.buf[s.lo : s.lo+n+i]
			if err := s.checkSize(len(line), s.line+1); err != nil {
				return nil, err
			}
			s.lo += n + i + 1
			return s.clean(line)
		}
		n = s.hi - s.lo
		if err := s.checkSize(n, s.line+1); err != nil {
			return nil, err
		}
		if s.err != nil {
			break
		}
		s.fill()
	}
	if s.err != io.EOF {
		return nil, s.err
	}
	if s.lo == s.hi {
		return nil, io.EOF
	}
	line := s.buf[s.lo:s.hi]
	s.lo = s.hi
	return s.clean(line)
}

// piece returns the next part of a line, at most headSize bytes and whole characters, valid until the next call. ends reports whether the
// part ends the line. It is for files whose records are independent of lines and which may be one line of any length. Do not mix next and
// piece within a line.
func (s *source) piece() (text []byte, ends bool, err error) {
	for {
		window := s.buf[s.lo:min(s.hi, s.lo+headSize)]
		if i := bytes.IndexByte(window, '\n'); i >= 0 {
			s.lo += i + 1
			return s.part(window[:i], true)
		}
		if len(window) == headSize && s.hi > s.lo+headSize {
			cut := headSize
			for s.decode == nil && cut > headSize-utf8.UTFMax && !utf8.RuneStart(s.buf[s.lo+cut]) {
				cut--
			}
			s.lo += cut
			return s.part(window[:cut], false)
		}
		if s.err == nil {
			s.fill()
			continue
		}
		if s.err != io.EOF || len(window) == 0 {
			return nil, false, s.err
		}
		s.lo = s.hi
		return s.part(window, true)
	}
}

func (s *source) part(text []byte, ends bool) ([]byte, bool, error) {
	if !s.inside {
		s.line++
	}
	s.inside = !ends
	if ends {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	text, err := s.valid(text)
	return text, ends, err
}

// clean drops a final CR and converts a line to valid UTF-8.
func (s *source) clean(line []byte) ([]byte, error) {
	s.line++
	return s.valid(bytes.TrimSuffix(line, []byte("\r")))
}

// valid converts a line, or a part of one, to valid UTF-8.
func (s *source) valid(line []byte) ([]byte, error) {
	if !s.counted && s.rep != nil && bytes.IndexByte(line, 0) >= 0 {
		s.rep.note(nulLetters, 1, s.path, s.line)
	}
	if s.decode == nil && utf8.Valid(line) {
		return line, nil
	}
	s.fixed = s.fixed[:0]
	bad, first := 0, 0
	for i := 0; i < len(line); {
		r, size := rune(utf8.RuneError), 1
		if s.decode != nil {
			r = s.decode.DecodeByte(line[i])
		} else {
			r, size = utf8.DecodeRune(line[i:])
		}
		if r == utf8.RuneError && size == 1 {
			if bad == 0 {
				first = i + 1
			}
			bad++
		}
		s.fixed = utf8.AppendRune(s.fixed, r)
		i += size
	}
	if bad > 0 && s.strict {
		return nil, errs.BadInput(s.path, s.line, "name the file's --encoding, or leave out --strict",
			"byte %d of the line is not valid in the encoding", first)
	}
	if !s.counted {
		s.rep.note(invalidBytes, bad, s.path, s.line)
	}
	return s.fixed, nil
}

// repairText returns a text with its mojibake repaired, and counts a repair.
func (s *source) repairText(text string, line int) string {
	result := mojibake.Repair(text)
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
	return errs.BadInput(s.path, begin, "is it a file of documents or topics? --max-line allows longer ones",
		"a line or record of more than %s", safefile.Size(int64(s.max)))
}

// skipRow calls skip for a row of a table. If several readers read the table, only one counts the row.
func (s *source) skipRow(line int, reason string) error {
	if s.counted && !s.strict {
		return nil
	}
	return s.skip(line, reason)
}

// skip counts the record on a line as malformed, or returns an error under --strict.
func (s *source) skip(line int, reason string) error {
	if s.strict {
		hint := "leave out --strict to skip it"
		if s.about != "" {
			hint = "expected " + s.about + "; " + hint
		}
		return errs.BadInput(s.path, line, hint, "%s", reason)
	}
	s.rep.skip(reason, s.path, line)
	return nil
}
