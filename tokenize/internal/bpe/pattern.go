package bpe

import "strings"

// Pattern returns the size in bytes of the first piece of a text that is not empty, by one of the
// regular expressions that cut texts before byte-pair encoding. Each expression matches at every
// position, so that its pieces are the whole text.
type Pattern func(text string) int

// GPT2 is the expression of GPT-2 (encoder.py), the default of ByteLevel.
const GPT2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// Patterns holds the known expressions, by their text in a tokenizer.json. Another spelling of the
// same expression is not known.
var Patterns = map[string]Pattern{
	GPT2:                                   cutGPT2,
	cl100kHead + `\p{N}{1,3}` + cl100kTail: cutNumbers(3), // cl100k_base of tiktoken, and Llama 3
	cl100kHead + `\p{N}` + cl100kTail:      cutNumbers(1), // Qwen 2
}

// The parts of the expressions of cl100k_base and of Qwen 2 around their numbers.
const (
	cl100kHead = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|`
	cl100kTail = `| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

// cutGPT2 matches GPT2 by hand.
func cutGPT2(text string) int {
	if text[0] == '\'' {
		if n := contractionSize(text); n > 0 {
			return n
		}
	}
	c, size := classAt(text)
	if text[0] == ' ' && len(text) > 1 {
		if next, n := classAt(text[1:]); next != space {
			c, size = next, 1+n
		}
	}
	if c == space {
		return spacesSize(text)
	}
	return size + runSize(text[size:], c)
}

// contractionSize returns the size of 's, 't, 're, 've, 'm, 'll or 'd at the beginning of text, or
// 0.
func contractionSize(text string) int {
	for _, end := range [...]string{"s", "t", "re", "ve", "m", "ll", "d"} {
		if strings.HasPrefix(text[1:], end) {
			return 1 + len(end)
		}
	}
	return 0
}

// spacesSize matches \s+(?!\S)|\s+ where text begins with white space: all of the white space
// except the last character before something else, which may belong to that. A single character is
// a piece.
func spacesSize(text string) int {
	size, last := 0, 0
	for size < len(text) {
		c, n := classAt(text[size:])
		if c != space {
			break
		}
		last = size
		size += n
	}
	if size == len(text) || last == 0 {
		return size
	}
	return last
}

// cutNumbers returns cl100k with pieces of at most maxDigits digits, by hand.
func cutNumbers(maxDigits int) Pattern {
	return func(text string) int {
		if text[0] == '\'' {
			if n := anyCaseContraction(text); n > 0 {
				return n
			}
		}
		c, size := classAt(text)
		switch c {
		case letter:
			return size + runSize(text[size:], letter)
		case number:
			return numberSize(text, maxDigits)
		}
		isBreak := text[0] == '\r' || text[0] == '\n'
		next, n := other, 0
		if size < len(text) {
			next, n = classAt(text[size:])
		}
		if !isBreak && next == letter && n > 0 {
			size += n
			return size + runSize(text[size:], letter)
		}
		if text[0] == ' ' && next == other && n > 0 {
			c, size = other, size+n
		}
		if c == other {
			size += runSize(text[size:], other)
			return size + breaksSize(text[size:])
		}
		if n := linesSize(text); n > 0 {
			return n
		}
		return spacesSize(text)
	}
}

// anyCaseContraction does what contractionSize does, in any case. Outside ASCII only U+017F, the long s, folds
// to one of the letters.
func anyCaseContraction(text string) int {
	if strings.HasPrefix(text[1:], "ſ") {
		return 1 + len("ſ")
	}
	rest := []byte(text[:min(len(text), 3)])
	for i, c := range rest {
		if 'A' <= c && c <= 'Z' {
			rest[i] = c + 'a' - 'A'
		}
	}
	return contractionSize(string(rest))
}

// numberSize returns the size of the digits that text begins with, at most most of them.
func numberSize(text string, most int) (size int) {
	for i := 0; size < len(text) && i < most; i++ {
		c, n := classAt(text[size:])
		if c != number {
			break
		}
		size += n
	}
	return size
}

// breaksSize matches [\r\n]*.
func breaksSize(text string) int {
	return len(text) - len(strings.TrimLeft(text, "\r\n"))
}

// linesSize matches \s*[\r\n]+: the white space that text begins with, up to its last line break.
// It returns 0 where there is no line break.
func linesSize(text string) (end int) {
	for size := 0; size < len(text); {
		c, n := classAt(text[size:])
		if c != space {
			break
		}
		isBreak := text[size] == '\r' || text[size] == '\n'
		size += n
		if isBreak {
			end = size
		}
	}
	return end
}
