package errs

import (
	"strings"
	"unicode/utf8"
)

// longestName is the maximum number of bytes of a name in a message. A name from an untrusted file may be very long.
const longestName = 80

// Brief returns a name for a message. It cuts a long name and appends two dots.
func Brief(name string) string {
	if len(name) <= longestName {
		return name
	}
	end := longestName
	for end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + ".."
}

// longestLine is the maximum number of bytes of an error's line, which may quote a whole file.
const longestLine = 4 << 10

// Cut returns an error's line. It replaces the middle of a long line by two dots.
func Cut(line string) string {
	if len(line) <= longestLine {
		return line
	}
	const half = longestLine/2 - 2
	return strings.ToValidUTF8(line[:half], "") + " .. " + strings.ToValidUTF8(line[len(line)-half:], "")
}
