package bpe

import "strings"

// Pattern gives the size in bytes of the first piece of a text that is not empty, by one of the regular expressions that cut texts
// before byte-pair encoding. Each expression matches at every place, so that its pieces are the whole text.
type Pattern func(text string) int

// GPT2 is the expression of GPT-2 (encoder.py), which ByteLevel has of its own.
const GPT2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// Patterns are the expressions that are known, by what stands in a tokenizer.json; another spelling of the same is not known.
var Patterns = map[string]Pattern{
	GPT2:                             cutGPT2,
	cl100k + `\p{N}{1,3}` + cl100kTo: numbered(3), // cl100k_base of tiktoken, and Llama 3
	cl100k + `\p{N}` + cl100kTo:      numbered(1), // Qwen 2
}

// What the expressions of cl100k_base and of Qwen 2 have around their numbers.
const (
	cl100k   = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|`
	cl100kTo = `| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

// cutGPT2 is GPT2 by hand.
func cutGPT2(text string) int {
	if text[0] == '\'' {
		if n := contraction(text); n > 0 {
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
		return spaces(text)
	}
	return size + run(text[size:], c)
}

// contraction is the size of 's, 't, 're, 've, 'm, 'll or 'd at the beginning of text, or 0.
func contraction(text string) int {
	for _, end := range [...]string{"s", "t", "re", "ve", "m", "ll", "d"} {
		if strings.HasPrefix(text[1:], end) {
			return 1 + len(end)
		}
	}
	return 0
}

// spaces is \s+(?!\S)|\s+ where text begins with white space: all of it but for the last character before something else, which may
// belong to that; a single one is a piece.
func spaces(text string) int {
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

// numbered is cl100k with pieces of at most so many digits, by hand.
func numbered(most int) Pattern {
	return func(text string) int {
		if text[0] == '\'' {
			if n := foldedContraction(text); n > 0 {
				return n
			}
		}
		c, size := classAt(text)
		switch c {
		case letter:
			return size + run(text[size:], letter)
		case number:
			return numbers(text, most)
		}
		isBreak := text[0] == '\r' || text[0] == '\n'
		next, n := other, 0
		if size < len(text) {
			next, n = classAt(text[size:])
		}
		if !isBreak && next == letter && n > 0 {
			size += n
			return size + run(text[size:], letter)
		}
		if text[0] == ' ' && next == other && n > 0 {
			c, size = other, size+n
		}
		if c == other {
			size += run(text[size:], other)
			return size + breaks(text[size:])
		}
		if n := lines(text); n > 0 {
			return n
		}
		return spaces(text)
	}
}

// foldedContraction is contraction in any case: of what is not ASCII only U+017F, the long s, folds to one of the letters.
func foldedContraction(text string) int {
	if strings.HasPrefix(text[1:], "ſ") {
		return 1 + len("ſ")
	}
	rest := []byte(text[:min(len(text), 3)])
	for i, c := range rest {
		if 'A' <= c && c <= 'Z' {
			rest[i] = c + 'a' - 'A'
		}
	}
	return contraction(string(rest))
}

// numbers is the size of the digits that text begins with, at most so many.
func numbers(text string, most int) (size int) {
	for i := 0; size < len(text) && i < most; i++ {
		c, n := classAt(text[size:])
		if c != number {
			break
		}
		size += n
	}
	return size
}

// breaks is [\r\n]*.
func breaks(text string) int {
	return len(text) - len(strings.TrimLeft(text, "\r\n"))
}

// lines is \s*[\r\n]+: the white space that text begins with, up to its last line break; 0 where it has none.
func lines(text string) (end int) {
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
