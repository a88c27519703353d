// Package sourcefile reads the lines and the JSON objects of a file as valid UTF-8, and counts the records that are skipped.
package sourcefile

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"golang.org/x/text/encoding/charmap"
)

// ErrStop ends reading early because the caller has enough.
var ErrStop = errors.New("enough")

// IsAside reports whether a line of topics, judgements or a run is blank or a comment. As in trec_eval 10.0, a comment begins with #.
// Comments are counted.
func (s *Source) IsAside(line []byte) bool {
	if !bytes.HasPrefix(line, []byte{'#'}) {
		return IsBlank(line)
	}
	if !s.Counted {
		s.Note("comment, a line that begins with #")
	}
	return true
}

// Reasons of all readers of lines.
const (
	InvalidBytes  = "lines with bytes that are not valid in the encoding, replaced by U+FFFD; --encoding mixed reads them as windows-1252"
	ForeignBytes  = "lines with bytes that are not UTF-8, read as windows-1252; --encoding names another, such as windows-1250"
	WrongFields   = "wrong number of fields"
	EmptyID       = "empty id"
	HeaderAgain   = "header repeated"
	MalformedJSON = "malformed JSON"
	misread       = "texts with UTF-8 once read as Latin-1, repaired"
	NulLetters    = "lines with NUL letters, kept as they are"
	readUTF16     = "text in UTF-16, read as such"
	readMacEnds   = "text whose lines end in CR alone, read as such"
)

// The nouns for records in messages.
const (
	DocumentsNoun  = "documents"
	QueriesNoun    = "queries"
	JudgementsNoun = "judgements"
	RowsNoun       = "rows"
)

// Mixed is the encoding of a file of UTF-8 in which bytes that are not valid are windows-1252.
const Mixed = "mixed"

// decoders returns the decoders of all encodings, by name: Mixed, utf-8, latin-1, and encodings with one byte for each letter, such as
// windows-1250, iso-8859-2 and koi8-r.
var decoders = sync.OnceValue(func() map[string]decoder {
	all := map[string]decoder{Mixed: {others: charmap.Windows1252}, "utf-8": {}, "latin-1": {charmap: charmap.ISO8859_1}}
	plain := strings.NewReplacer("ibm code page ", "cp", "windows code page ", "cp", " ", "-")
	for _, e := range charmap.All {
		if table, ok := e.(*charmap.Charmap); ok && e != charmap.XUserDefined {
			name := plain.Replace(strings.ToLower(table.String()))
			all[name], all[strings.Replace(name, "windows-", "cp", 1)] = decoder{charmap: table}, decoder{charmap: table}
		}
	}
	return all
})

// Encodings returns the names of all encodings, in byte order.
func Encodings() []string { return slices.Sorted(maps.Keys(decoders())) }

// HeadSize is the number of bytes at the beginning of a file from which its format is detected.
const HeadSize = 64 << 10

// Source reads the lines of one file, without its compression and as valid UTF-8, and counts the records that are skipped.
type Source struct {
	Options
	Path        string
	Line        int    // number of the last line that was returned
	End         int    // number of the last line of a table's current record, if it has several lines
	Row         int    // number of a table's current row, from 0
	Max         int    // maximum size of a line or record in bytes
	About       string // description of a record, once the format is known
	Noun        string // noun for the records, in the plural
	Rep         *Report
	in          *plainfile.File
	Table       *io.SectionReader // a whole Parquet or Arrow file; nil for others
	Text        textBuffer
	isInLine    bool // a piece of the current line was read
	lastCounted int  // lines up to this one are read once more
	lastForeign int  // the last line with a byte that is not valid
	IsCut       bool // true if the lines are only a file's beginning
	decoder     decoder
	Repeats     bool   // true if documents and queries may repeat, as in rows, so that a repetition is not counted
	Unlike      string // the hint for a document's id that has two texts
}

// HeadSource returns a source of the lines of a head. It counts nothing.
func HeadSource(h Head) *Source {
	return &Source{Path: h.Path, Max: safefile.Line, Rep: new(Report), Text: textBuffer{text: h.Text, hi: len(h.Text), Err: io.EOF},
		IsCut: len(h.Text) >= HeadSize, decoder: h.decoder}
}

// Options determine how a file is opened. The zero value of every field is its default.
type Options struct {
	Encoding string // one of Encodings
	Strict   bool   // true: the first malformed line or invalid byte is an error; false: it is counted
	MaxLine  int    // maximum size of a line or record in bytes; 0 for safefile.Line
	Columns  string // for rows: the roles of columns that the user chose
	// The parts of a text. A document has title, text, url, and tags of TREC documents. A query has title, desc, narr and its other fields.
	DocFields, TopicFields []string
	Spare                  *safefile.Spare // shared by all files of a command; nil: the file has its own
	Counted                bool            // true if another reader of the file counts malformed rows
}

// Open opens path ("-" is standard input) for reading by lines. It counts in rep, which may be nil.
func Open(path string, o Options, rep *Report) (*Source, error) {
	rep = cmp.Or(rep, new(Report))
	in, err := plainfile.Open(path, o.Spare)
	if err != nil {
		return nil, err
	}
	s := &Source{Options: o, Path: path, Max: cmp.Or(o.MaxLine, safefile.Line), Rep: rep, in: in, decoder: decoders()[o.Encoding]}
	if plainfile.IsTable(in.Begin) {
		if s.Table, err = in.Whole(); err != nil {
			in.Close()
			return nil, err
		}
	} else if in.DecodeUTF16() {
		s.decoder = decoder{}
		s.noteForm(readUTF16)
	}
	rep.Bytes += in.Plain.Stored.N // read to detect the form
	s.Text = textBuffer{in: countedFile{in, rep}, text: make([]byte, 2*HeadSize)}
	begin := s.Head()
	if err := s.Text.Err; err != nil && err != io.EOF {
		in.Close()
		return nil, err
	}
	if err := s.checkScript(begin); err != nil {
		in.Close()
		return nil, err
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(begin, mark) {
		s.Text.lo = len(mark)
	}
	if text := s.Text.text[s.Text.lo:s.Text.hi]; s.Table == nil && endsInCR(text) {
		s.Text.mac = true
		lineEnds(text)
		s.noteForm(readMacEnds)
	}
	return s, nil
}

// Visit opens a file without a report, calls visit with it and closes it. Another reader of the file counts its records.
func Visit(path string, o Options, visit func(s *Source) error) error {
	s, err := Open(path, o, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	return visit(s)
}

// countedFile is a file whose bytes a report counts, before decompression.
type countedFile struct {
	file *plainfile.File
	rep  *Report
}

// Read reads bytes of the content.
func (c countedFile) Read(p []byte) (int, error) {
	count := c.file.Plain.Stored.N
	n, err := c.file.Read(p)
	c.rep.Bytes += c.file.Plain.Stored.N - count
	return n, err
}

// noteForm counts a file of an uncommon form. If several readers read the file, only one counts it.
func (s *Source) noteForm(reason string) {
	if !s.Counted {
		s.Rep.Remark(reason, 1, s.Path, 0)
	}
}

func (s *Source) Close() { s.in.Close() }

// Empty reports whether the file is empty. It must be called before any line is read.
func (s *Source) Empty() bool { return len(s.Head()) == 0 }

// Head returns the first 64 KiB of the file, or the whole file if it is shorter. It must be called before any line is read.
func (s *Source) Head() []byte { return s.Text.First(HeadSize) }

// Next returns the next line without its line end, valid until the next call. It returns io.EOF at the end of the file.
func (s *Source) Next() ([]byte, error) {
	line, err := s.Text.line(s.Max)
	if err == errLongLine {
		err = s.CheckSize(s.Max+1, s.Line+1)
	}
	if err != nil {
		return nil, err
	}
	s.Line++
	return s.Valid(bytes.TrimSuffix(line, []byte("\r")))
}

// Rewind goes back to the line at which Text.Hold was called, which has the number line, and returns it as Next does. Remarks on lines that
// are read again are not counted again.
func (s *Source) Rewind(line int) []byte {
	s.lastCounted = max(s.lastCounted, s.Line)
	s.Text.lo, s.Line = s.Text.heldFrom, line-1
	text, _ := s.Next() // it was read before
	return text
}

// piece returns the next part of a line, at most HeadSize bytes and whole characters, valid until the next call. ends is true if the part
// ends the line. It is for files of JSON, which may be one line of any length. Next must not be called within a line.
func (s *Source) piece() (text []byte, ends bool, err error) {
	text, ends, err = s.Text.piece()
	if err != nil {
		return nil, false, err
	}
	if !s.isInLine {
		s.Line++
	}
	if s.isInLine = !ends; ends {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	text, err = s.Valid(text)
	return text, ends, err
}

// Valid returns a line, or a part of a line, as valid UTF-8. It counts a line with invalid bytes, or returns an error with the option
// Strict.
func (s *Source) Valid(line []byte) ([]byte, error) {
	isCounted := s.Counted || s.Line <= s.lastCounted
	if !isCounted && bytes.IndexByte(line, 0) >= 0 {
		s.Rep.Remark(NulLetters, 1, s.Path, s.Line)
	}
	text, bad, first := s.decoder.decode(line)
	if bad > 0 && s.Strict {
		return nil, errs.BadInput(s.Path, s.Line, "name the file's encoding with --encoding NAME, or leave out --set strict=true",
			"byte %d of the line is not valid in the encoding", first)
	}
	if !isCounted && bad > 0 && s.Line != s.lastForeign {
		reason := InvalidBytes
		if s.decoder.others != nil {
			reason = ForeignBytes
		}
		s.lastForeign = s.Line
		s.Rep.Remark(reason, 1, s.Path, s.Line)
	}
	return text, nil
}

// RepairText returns a text with its mojibake repaired, and counts the text if it changed.
func (s *Source) RepairText(text string, line int) string {
	result := corpus.RepairMojibake(text)
	if len(result) != len(text) { // a repair always shortens
		s.Rep.Remark(misread, 1, s.Path, line)
	}
	return result
}

// ReadRest returns the lines that were not read yet, each followed by LF.
func (s *Source) ReadRest() ([]byte, error) {
	var all []byte
	for {
		line, err := s.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(append(all, line...), '\n')
		if err := s.CheckSize(len(all), s.Line); err != nil {
			return nil, err
		}
	}
}

// CheckSize returns an error if size bytes are too many for a line or record that began on line begin.
func (s *Source) CheckSize(size, begin int) error {
	if size <= s.Max {
		return nil
	}
	return errs.BadInput(s.Path, begin, "is it a file of documents or topics?",
		"a line or record of more than %s", safefile.Size(int64(s.Max)))
}

// SkipRow skips a row of a table, as Skip does. If several readers read the table, only one counts the row.
func (s *Source) SkipRow(line int, reason string) error {
	if s.Counted && !s.Strict {
		return nil
	}
	return s.Skip(line, reason)
}

// Skip counts the record on a line as skipped for a reason, or returns an error with the option Strict.
func (s *Source) Skip(line int, reason string) error {
	if s.Strict {
		hint := "leave out --set strict=true to skip it"
		if s.About != "" {
			hint = "expected " + s.About + "; " + hint
		}
		return errs.BadInput(s.Path, line, hint, "%s", reason)
	}
	s.Rep.add(SkipReason{Noun: s.Noun, Text: reason, Skipped: true, Repeats: reason == HeaderAgain}, 1, s.Path, line)
	if s.Rep.OnSkippedRow != nil && s.Noun == RowsNoun {
		s.Rep.OnSkippedRow(line, max(line, s.End))
	}
	return nil
}

// Note counts a remark about the record on the current line.
func (s *Source) Note(reason string) { s.Rep.Remark(reason, 1, s.Path, s.Line) }
