package regex

import (
	"slices"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/chars"
)

// class is a set of characters.
type class struct {
	ascii        mask   // the members below 128, which finish computes
	categories   uint32 // a bit for each category whose characters are listed
	spans        []span
	tests        []func(rune) bool
	parts        []*class // other sets whose members are listed
	isNegated    bool     // the members are the characters that are not listed
	intersection *class   // members must be in this set too; nil: there is no such condition
}

type span struct{ low, high rune }

// has reports whether a character belongs to the set.
func (c *class) has(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return c.ascii.has(byte(r))
	}
	return c.test(r)
}

// sizeAt returns the size in bytes of the character at a position of a text, and 0 if the character does not belong to the set.
func (c *class) sizeAt(text string, pos int) int {
	if pos == len(text) {
		return 0
	}
	r, size := rune(text[pos]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(text[pos:])
	}
	if !c.has(r) {
		return 0
	}
	return size
}

// test reports whether a character belongs to the set. It does not read ascii.
func (c *class) test(r rune) bool {
	if c.intersection != nil && !c.intersection.test(r) {
		return false
	}
	return c.isListed(r) != c.isNegated
}

// isListed reports whether a character is in the categories, spans, tests or parts.
func (c *class) isListed(r rune) bool {
	return c.categories != 0 && c.categories>>chars.CategoryOf(r)&1 == 1 ||
		slices.ContainsFunc(c.spans, func(s span) bool { return s.low <= r && r <= s.high }) ||
		slices.ContainsFunc(c.tests, func(has func(rune) bool) bool { return has(r) }) ||
		slices.ContainsFunc(c.parts, func(part *class) bool { return part.test(r) })
}

// finish computes the members below 128.
func (c *class) finish() *class {
	c.ascii = mask{}
	for r := range rune(utf8.RuneSelf) {
		if c.test(r) {
			c.ascii[r>>6] |= 1 << (r & 63)
		}
	}
	return c
}

// add adds the characters of another set to c. It must be called before finish.
func (c *class) add(other *class) {
	if other.isNegated || other.intersection != nil {
		c.parts = append(c.parts, other)
		return
	}
	c.categories |= other.categories
	c.spans = append(c.spans, other.spans...)
	c.tests = append(c.tests, other.tests...)
	c.parts = append(c.parts, other.parts...)
}

// single returns the set of one character.
func single(r rune) *class { return &class{spans: []span{{r, r}}} }

var (
	spaces = &class{categories: chars.Categories("Zs", "Zl", "Zp"), spans: []span{{'\t', '\r'}, {'\u0085', '\u0085'}}}
	digits = &class{categories: chars.Categories("Nd")}
	// wordChars is \w of Oniguruma, which includes ², ³, ¹ and the fractions of Latin-1.
	wordChars = &class{tests: []func(rune) bool{func(r rune) bool {
		return r != '\u200c' && r != '\u200d' && chars.IsWord(r)
	}}, spans: []span{{'\u00b2', '\u00b3'}, {'\u00b9', '\u00b9'}, {'\u00bc', '\u00be'}}}
)

// property returns the set of \p{name}. The name is a category, the first letter of several categories, or a script. For any other name it
// returns nil.
func property(name string) *class {
	c := &class{}
	for i, n := range chars.Names {
		if n == name || n[:1] == name {
			c.categories |= 1 << i
		}
	}
	if has, ok := chars.Script(name); ok {
		c.tests = append(c.tests, has)
	}
	if c.categories == 0 && c.tests == nil {
		return nil
	}
	return c
}

// not returns the set of all other characters.
func not(c *class) *class { return &class{parts: []*class{c}, isNegated: true} }
