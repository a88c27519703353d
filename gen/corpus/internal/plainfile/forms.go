package plainfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
)

// beginSize is the number of bytes at the beginning of a file that decide its form.
const beginSize = 512

// RefusedForm is a kind of file that no reader reads.
type RefusedForm struct {
	Name   string
	offset int    // offset of magic in the file, in bytes
	magic  string // the bytes that identify the form
	advice string // a command that converts a file, or a sentence; FILE is its path, and NEW the path without the extension
}

const sheetCommand = `python -c "import pandas; pandas.read_excel('FILE').to_csv('NEW.csv', index=False)"`

const ciffAdvice = "FILE holds no texts: give those with --collection, and what the engine finds as a run with --run"

// RefusedForms are the forms that no reader reads.
var RefusedForms = []RefusedForm{
	{"Unix compress (.Z)", 0, "\x1f\x9d", "gzip -dc FILE > NEW"},
	{"an index of another engine (CIFF)", 1, "\x08\x01\x10", ciffAdvice},
	{"an index of another engine (CIFF)", 2, "\x08\x01\x10", ciffAdvice}, // whose header is longer
	{"xz", 0, "\xfd7zXZ\x00", "xz -dc FILE > NEW"},
	{"lz4", 0, "\x04\x22\x4d\x18", "lz4 -dc FILE > NEW"},
	{"7z", 0, "7z\xbc\xaf\x27\x1c", "7z x FILE"},
	{"rar", 0, "Rar!\x1a\x07", "unrar x FILE"},
	{"tar", 257, "ustar", "tar -xf FILE"},
	{"old Office file (.xls, .doc)", 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", sheetCommand},
	{"PDF", 0, "%PDF-", "pdftotext FILE NEW.txt"},
	{"SQLite", 0, "SQLite format 3\x00", "sqlite3 -csv -header FILE 'SELECT * FROM TABLE' > NEW.csv"},
	{"Feather version 1", 0, "FEA1", `python -c "import pandas; pandas.read_feather('FILE').to_parquet('NEW.parquet')"`},
	{"UTF-32", 0, "\xff\xfe\x00\x00", "iconv -f utf-32 -t utf-8 FILE > NEW"},
	{"UTF-32", 0, "\x00\x00\xfe\xff", "iconv -f utf-32 -t utf-8 FILE > NEW"},
	{"zip", 0, "PK\x03\x04", "unzip FILE"},
}

// sheets are the extensions of spreadsheets that are zip files.
var sheets = []string{".xlsx", ".xlsm", ".xlsb", ".ods"}

// UnreadForm returns the error for the file at path if no reader reads its form. It returns nil for any other file, and for a file that
// cannot be opened, since its reader reports that.
func UnreadForm(path string) *errs.Error {
	if safefile.CheckStored(path) != nil {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	begin, err := io.ReadAll(io.LimitReader(f, beginSize))
	if err != nil {
		return nil
	}
	return refuseForm(path, begin)
}

// Refusal returns the error for a file of a form that is not read, with the command that converts it.
func Refusal(path, form, command string) *errs.Error {
	return errs.BadInput(path, 0, command, "%s is not read", form)
}

// refuseForm returns the error for the file at path, which begins with begin, if no reader reads its form, and nil if one does.
func refuseForm(path string, begin []byte) *errs.Error {
	for _, f := range RefusedForms {
		if len(begin) < f.offset || !bytes.HasPrefix(begin[f.offset:], []byte(f.magic)) {
			continue
		}
		name, advice := f.Name, f.advice
		if name == "zip" && isSheet(path, begin) {
			name, advice = "spreadsheet (.xlsx, .ods)", sheetCommand
		}
		return Refusal(path, name, commandOf(advice, path))
	}
	if featureLine().Match(begin) {
		return Refusal(path, FeatureForm, "give the texts that the features were computed of")
	}
	return nil
}

// FeatureForm is the name of the form of files that have features, which are numbers, instead of texts. featureLine matches their lines.
const FeatureForm = "feature vectors (LETOR, SVMlight)"

var featureLine = lazy.Regexp(`^[-+]?\d+(\.\d+)? qid:\S+ \d+:[-+.\d]`)

// commandOf returns a form's command for the file at path, with FILE and NEW replaced.
func commandOf(command, path string) string {
	output := strings.TrimSuffix(path, filepath.Ext(path))
	if output == path && strings.HasSuffix(command, "> NEW") {
		output += ".plain"
	}
	return strings.NewReplacer("FILE", path, "NEW", output).Replace(command)
}

// isSheet reports whether a zip file is a spreadsheet, by its extension or by its first member.
func isSheet(path string, begin []byte) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return slices.Contains(sheets, ending) || bytes.Contains(begin, []byte("opendocument.spreadsheet")) ||
		bytes.Contains(begin, []byte("[Content_Types].xml")) && ending != ".docx"
}

// The first bytes of an Arrow file, and those of a message in Arrow's form.
const (
	ArrowMagic = "ARROW1\x00\x00"
	StreamMark = "\xff\xff\xff\xff"
)

// IsTable reports whether a file that begins with begin is a table in Parquet or in Arrow.
func IsTable(begin []byte) bool { return bytes.HasPrefix(begin, []byte("PAR1")) || IsArrow(begin) }

// IsArrow reports whether a file that begins with begin is an Arrow file (Feather 2) or a stream whose first message has a size.
func IsArrow(begin []byte) bool {
	return bytes.HasPrefix(begin, []byte(ArrowMagic)) || len(begin) >= 8 && bytes.HasPrefix(begin, []byte(StreamMark)) &&
		int32(binary.LittleEndian.Uint32(begin[4:8])) >= 8
}
