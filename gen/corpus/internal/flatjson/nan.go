package flatjson

import "bytes"

// WithoutNaN returns JSON with null for the bare words NaN, Infinity and -Infinity; nil if neither NaN nor
// Infinity occurs.
func WithoutNaN(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) {
		return nil
	}
	var out []byte
	inString := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case inString && c == '\\' && i+1 < len(raw):
			out = append(out, c)
			i++
			c = raw[i]
		case c == '"':
			inString = !inString
		case !inString:
			if word := bareWord(raw[i:]); word > 0 {
				out = append(out, "null"...)
				i += word - 1
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// bareWord returns the length of the bare word at the beginning of text, 0 if there is none.
func bareWord(text []byte) int {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	return 0
}
