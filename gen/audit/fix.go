package audit

import (
	"crypto/sha256"
	"errors"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/droprows"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Copy is a copy of the files of a set without some rows.
type Copy struct {
	Rows   int // number of rows that are left out
	Of     int // number of all rows
	Unread int // number of unreadable rows, which are left out too
	files  []File
	drops  [][]droprows.Span // for each file, the rows that are left out, in order
}

// CheckDrops returns an error if the rows of a code cannot be dropped. The rows of a code that is not exact are suspects: they can be
// dropped only if sure is true.
func CheckDrops(codes []string, sure bool) error {
	for _, code := range codes {
		if err := checkCode(code, false); err != nil {
			return err
		}
		if c := check.Lookup(code); !c.Exact && c.Reason != nil && !sure {
			return errs.BadUsage("read some; --yes drops them all the same", "--only %s: its rows are suspects, and many are right", code)
		} else if !c.Exact && c.Reason == nil {
			return errs.BadUsage("axiomine help audit lists the codes", "--only %s: it flags no rows", code)
		}
	}
	return nil
}

// DropRows returns a copy without the rows that have one of codes, or any exact code if codes is empty. CheckDrops must have accepted the
// codes. If more than a fifth of the rows would be dropped, it returns an error, unless sure is true.
func (r *Report) DropRows(codes []string, sure bool) (*Copy, error) {
	set := r.input.Set
	isDropped := make([]bool, len(set.Rows))
	for code, flags := range r.flags {
		if len(codes) == 0 && check.Lookup(code).Exact || slices.Contains(codes, code) {
			for _, flag := range flags {
				isDropped[flag.Row] = true
			}
		}
	}
	c := &Copy{Of: len(set.Rows), files: r.Files, drops: make([][]droprows.Span, len(r.Files))}
	row := 0
	for i, f := range r.Files {
		var unread []droprows.Span
		if len(codes) == 0 || slices.Contains(codes, check.UnreadableRow) {
			unread = f.unread
		}
		c.Unread += len(unread)
		last, wasDropped := uint32(0), false
		for end := row + f.Rows; row < end || len(unread) > 0; {
			var span droprows.Span
			drops := true
			if row == end || len(unread) > 0 && unread[0].Line < set.Rows[row].Line {
				span, unread = unread[0], unread[1:]
			} else {
				span, drops = droprows.Span{Line: set.Rows[row].Line, Last: set.Rows[row].Last}, isDropped[row]
				if drops {
					c.Rows++
				}
				row++
			}
			switch {
			case drops && span.Line == 0:
				return nil, errs.BadInput(f.Name, 0, "name a file of rows", "no clean copy of a collection is written")
			case last > 0 && drops != wasDropped && last >= span.Line:
				return nil, errs.BadInput(f.Name, int(span.Line), "write each row in a line of its own",
					"a row that is flagged has no line of its own, and the others there are not flagged: no clean copy is written")
			case drops:
				c.drops[i] = append(c.drops[i], span)
			}
			last, wasDropped = span.Last, drops
		}
	}
	if c.Rows+c.Unread > (c.Of+c.Unread)/5 && !sure { // probably the reader misread the rows
		return nil, errs.BadUsage("look at them first; --yes leaves them out all the same", "--fix drop would leave out %s, more than a fifth",
			c.Summary())
	}
	return c, nil
}

// Summary returns the number of rows that are left out and the number of all rows, such as "3 of 40 rows".
func (c *Copy) Summary() string {
	text := terminal.Group(c.Rows) + " of " + terminal.Plural(c.Of, "row", "rows")
	if c.Unread > 0 {
		text += " and " + terminal.Plural(c.Unread, "row that could not be read", "rows that could not be read")
	}
	return text
}

// Write writes the copy of file number i to out, compressed as the file is. A file without rows to leave out is copied byte for byte. A
// copy of another file is read back and compared before the first byte is written to out. Write returns an error if the file changed after
// the audit, or if its form cannot be copied.
func (c *Copy) Write(i int, out io.Writer) error {
	f := c.files[i]
	in, err := safefile.Open(f.Name)
	if err != nil {
		return errs.CannotOpen(f.Name, err)
	}
	defer in.Close()
	errAltered := errs.BadInput(f.Name, 0, "audit it again", "it has changed since it was audited: no clean copy is written")
	if len(c.drops[i]) == 0 {
		sum, err := sumOf(io.TeeReader(in, out))
		if err == nil && sum != f.sum {
			return errAltered
		}
		return err
	}
	clean, err := result.CreateUnnamed()
	if err != nil {
		return err
	}
	defer clean.Close()
	if err := droprows.Copy(in, clean, c.drops[i]); err != nil {
		if userErr, ok := errors.AsType[*errs.Error](err); ok && userErr.File == "" {
			userErr.File = f.Name
		}
		return err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if sum, err := sumOf(in); err != nil {
		return err
	} else if sum != f.sum {
		return errAltered
	}
	if _, err = clean.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(out, clean)
	return err
}

// sumOf reads in to its end and returns the SHA-256 of the bytes.
func sumOf(in io.Reader) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	_, err = io.Copy(h, in)
	return [sha256.Size]byte(h.Sum(nil)), err
}
