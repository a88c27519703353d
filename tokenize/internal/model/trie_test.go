package model

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTrie compares with looking through the list.
func TestTrie(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("abc\x00é")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(text, 0, 12).Draw(t, "words")
		words, last := []Word(nil), map[string]int32{}
		for i, w := range texts {
			words, last[w] = append(words, Word{w, int32(i)}), int32(i)
		}
		delete(last, "")
		trie, s := NewTrie(words), text.Draw(t, "text")
		want, size := int32(None), 0
		for w, v := range last {
			if trie.Find(w) != v {
				t.Fatalf("%q is %d, want %d", w, trie.Find(w), v)
			}
			if strings.HasPrefix(s, w) && len(w) > size {
				want, size = v, len(w)
			}
		}
		if got, n, _ := trie.Longest(s); got != want || n != size {
			t.Fatalf("%q begins with %d of %d bytes, want %d of %d", s, got, n, want, size)
		}
		if _, ok := last[s]; !ok && trie.Find(s) != None {
			t.Fatalf("%q is found", s)
		}
	})
}

// TestManyChildren has nodes with all numbers of children up to 256.
func TestManyChildren(t *testing.T) {
	for count := range 257 {
		var words []Word
		for i := range count {
			words = append(words, Word{"a" + string([]byte{byte(i)}), int32(i)})
		}
		trie := NewTrie(words)
		for i := range 256 {
			want := int32(None)
			if i < count {
				want = int32(i)
			}
			if got := trie.Find("a" + string([]byte{byte(i)})); got != want {
				t.Fatalf("of %d children number %d is %d, want %d", count, i, got, want)
			}
		}
	}
}
