package audit

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/errs"
)

// Copy is a changed copy of the files of a set.
type Copy struct {
	Rows    int    // that are left out or changed
	Summary string // what is done, in words

	files []File
	edit  func(file int) *rewriter // nil for a file that is copied byte for byte
}

// Write writes the copy of file number i.
func (c *Copy) Write(i int, out io.Writer) error {
	path, rewriter := c.files[i].Name, c.edit(i)
	if rewriter == nil {
		return copyFile(path, out)
	}
	err := rewriter.write(path, out)
	if bad, is := errors.AsType[*errs.Error](err); is && bad.File == "" {
		bad.File = path
	}
	return err
}

// copyFile copies a file byte for byte.
func copyFile(path string, out io.Writer) error {
	in, err := os.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer in.Close()
	_, err = io.Copy(out, in)
	return err
}

// copyLines writes each line, numbered from 1, as edit returns it. Lines have their ends; the last one may be empty.
func copyLines(in *bufio.Reader, out io.Writer, edit func(line uint32, text []byte) ([]byte, error)) error {
	target := bufio.NewWriterSize(out, 1<<20)
	for line := uint32(1); ; line++ {
		text, end := in.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return end
		}
		newText, err := edit(line, text)
		if err != nil {
			return err
		}
		if _, err := target.Write(newText); err != nil {
			return err
		}
		if end == io.EOF {
			return target.Flush()
		}
	}
}

// linesOf returns the chosen rows of each file by their lines. It returns an error with a message if one of them has no line of its own.
func linesOf(set *trainset.Set, files int, isChosen func(row uint32) bool, message string) ([]map[uint32]uint32, error) {
	lines := make([]map[uint32]uint32, files)
	for i := range lines {
		lines[i] = map[uint32]uint32{}
	}
	sharesLine := func(p trainset.Row, other int) bool {
		return other >= 0 && other < len(set.Rows) && set.Rows[other].File == p.File && set.Rows[other].Line == p.Line
	}
	for row, p := range set.Rows {
		if !isChosen(uint32(row)) {
			continue
		}
		if p.Line == 0 || p.Last > p.Line || sharesLine(p, row-1) || sharesLine(p, row+1) {
			return nil, errs.BadInput(set.Files[p.File], int(p.Line), "write it as JSON lines, CSV, TSV or Parquet, a row a line", "%s", message)
		}
		lines[p.File][p.Line] = uint32(row)
	}
	return lines, nil
}
