package errs

import (
	"strings"
	"unicode/utf8"
)

// longestName is how many bytes of a name stand in a message: one that an attacker wrote may be a whole text.
const longestName = 80

// Brief returns a name as it stands in a message: a long one is cut, with two dots.
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

// longestLine is how many bytes of an error's line a user meets: what it quotes may be a whole file.
const longestLine = 4 << 10

// Cut returns the line of an error; of a long one its beginning and its end, with two dots between them.
func Cut(line string) string {
	if len(line) <= longestLine {
		return line
	}
	const half = longestLine/2 - 2
	return strings.ToValidUTF8(line[:half], "") + " .. " + strings.ToValidUTF8(line[len(line)-half:], "")
}
