package corpus

import "bytes"

// rowList is the format of a list of rows: JSON objects or lines. The first byte of a file decides which.
type rowList[R any] struct {
	noun           string // the rows, in errors
	objects, lines rowForm[R]
}

// rowForm parses one row. read returns a reason if the row is skipped; it returns neither a row nor a
// reason for a header.
type rowForm[R any] struct {
	about string // how a row is written
	read  func(raw []byte, line int) (row *R, bad string)
}

// read returns the rows of a file, in order.
func (l rowList[R]) read(path string, o Options, rep *Report) ([]R, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s, err := openSource(path, o, rep)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if rep == nil {
		rep = new(Report)
		s.rep = rep
	}
	start := rep.mark()
	var list []R
	take := func(form rowForm[R], raw []byte, line int) error {
		row, bad := form.read(raw, line)
		switch {
		case bad != "":
			return s.skip(line, bad)
		case row != nil:
			list = append(list, *row)
		}
		return nil
	}
	if bytes.HasPrefix(bytes.TrimSpace(s.head()), []byte("{")) {
		s.about = l.objects.about
		err = eachObject(s, func(object []byte, line int) error { return take(l.objects, object, line) })
	} else {
		s.about = l.lines.about
		err = eachLine(s, func(line []byte) error {
			if isBlank(line) {
				return nil
			}
			return take(l.lines, line, s.line)
		})
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errEmpty(l.noun, path, "write "+s.about, rep, start)
	}
	rep.keep(len(list))
	return list, nil
}
