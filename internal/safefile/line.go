package safefile

import (
	"bufio"
	"io"
)

// Line is the size in bytes up to which a line is held, where nothing else is said: 64 MiB.
const Line = 64 << 20

// ReadLine appends the next line to a buffer, without its LF. The error is io.EOF behind the last line, and bufio.ErrTooLong for a
// line of more than so many bytes.
func ReadLine(in *bufio.Reader, to []byte, limit int) ([]byte, error) {
	begin := len(to)
	for {
		part, err := in.ReadSlice('\n')
		to = append(to, part...)
		switch {
		case err == bufio.ErrBufferFull && len(to)-begin <= limit:
			continue
		case err == io.EOF && len(to) == begin:
			return to, io.EOF
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return to, err
		}
		if last := len(to) - 1; last >= begin && to[last] == '\n' {
			to = to[:last]
		}
		if len(to)-begin > limit {
			return to, bufio.ErrTooLong
		}
		return to, nil
	}
}
