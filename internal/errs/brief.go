package errs

import "unicode/utf8"

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
