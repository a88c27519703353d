package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenizer yields the lower-cased tokens of text in order. Each token overwrites the one before in buffer.
// buffer is returned for the next call, since it may have grown.
type tokenizer func(text string, buffer []byte, yield func(token []byte)) []byte

var tokenizers = map[string]tokenizer{
	"alnum":   runs(&lowerASCII),   // every character but [a-z0-9] of the lower-cased text separates
	"alpha":   runs(&lowerLetters), // digits separate too
	"unicode": everyScript,
	"words":   words,
}

// runs returns the tokenizer that yields the runs of bytes that the table maps. Two characters outside ASCII have lower-case letters
// in it: the Kelvin sign (k) and the capital I with dot (i and a combining dot, which separates).
func runs(table *[256]byte) tokenizer {
	return func(text string, buffer []byte, yield func(token []byte)) []byte {
		token := buffer[:0]
		for i := 0; i < len(text); i++ {
			if c := table[text[i]]; c != 0 {
				token = append(token, c)
				continue
			}
			if strings.HasPrefix(text[i:], kelvin) {
				token = append(token, 'k')
				i += len(kelvin) - 1
				continue
			}
			if strings.HasPrefix(text[i:], dottedI) {
				token = append(token, 'i')
			}
			if len(token) > 0 {
				yield(token)
				token = token[:0]
			}
		}
		if len(token) > 0 {
			yield(token)
		}
		return token
	}
}

const (
	kelvin  = "\u212a"
	dottedI = "\u0130"
)

// lowerASCII maps the bytes of tokens to the lower-case letter or digit, and other bytes to 0.
var lowerASCII = func() (table [256]byte) {
	for c := '0'; c <= '9'; c++ {
		table[c] = byte(c)
	}
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = byte(c), byte(c)
	}
	return table
}()

// lowerLetters is lowerASCII without the digits.
var lowerLetters = func() (table [256]byte) {
	table = lowerASCII
	for c := '0'; c <= '9'; c++ {
		table[c] = 0
	}
	return table
}()

// words yields runs of letters, marks and numbers of any script, lower-cased by character and otherwise
// unchanged.
func words(text string, buffer []byte, yield func(token []byte)) []byte {
	token := buffer[:0]
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case r < utf8.RuneSelf && lowerASCII[r] != 0:
			token = append(token, lowerASCII[r])
		case r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.M, unicode.N):
			token = utf8.AppendRune(token, unicode.ToLower(r))
		case len(token) > 0:
			yield(token)
			token = token[:0]
		}
	}
	if len(token) > 0 {
		yield(token)
	}
	return token
}
