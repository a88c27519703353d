package safefile

import (
	"bufio"
	"io"
)

// Line is the size in bytes up to which a line is held, where nothing else is said: 64 MiB.
const Line = 64 << 20

// ReadLine appends the next line to a buffer, without its LF. The error is io.EOF behind the last line, and bufio.ErrTooLong for a
// line of more than so many bytes.
func ReadLine(in *bufio.Reader, buf []byte, limit int) ([]byte, error) {
	begin := len(buf)
	for {
		part, err := in.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case err == bufio.ErrBufferFull && len(buf)-begin <= limit:
			continue
		case err == io.EOF && len(buf) == begin:
			return buf, io.EOF
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return buf, err
		}
		if last := len(buf) - 1; last >= begin && buf[last] == '\n' {
			buf = buf[:last]
		}
		if len(buf)-begin > limit {
			return buf, bufio.ErrTooLong
		}
		return buf, nil
	}
}
