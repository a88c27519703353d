// Package trie finds the words of a fixed list that a text begins with.
package trie

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// None is the value of Find for a word that is not in the list, and of Next where no word
// continues.
const None = -1

// Root is the node where every word begins.
const Root = 0

// Trie is a tree of bytes. Its nodes are ordered by level, those of one parent in the order of
// their bytes. It takes twelve bytes a node and does not change after it is made.
type Trie struct {
	nodes []node     // the children of node n are the nodes from nodes[n].children to nodes[n+1].children; one more ends the last
	first [256]int32 // the children of the root by their bytes
}

// node has what one step needs side by side: a step reads one or two lines of the processor's cache.
type node struct {
	children int32
	value    int32 // of the word that ends here, or None
	label    byte  // the byte that leads here
}

// Word is a word of a list and its value, not negative.
type Word struct {
	Text  string
	Value int32
}

// New returns a trie of words. The last value of a word that is listed twice counts. The empty word
// is left out.
func New(words []Word) *Trie {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(a.Text, b.Text) })
	t := &Trie{nodes: []node{{value: None}}}
	type span struct{ low, high, depth int } // of the words below a node
	level := []span{{0, len(words), 0}}
	for parent := 0; len(level) > 0; {
		var next []span
		for _, s := range level {
			t.nodes[parent].children = int32(len(t.nodes))
			parent++
			for low := s.low; low < s.high; {
				if len(words[low].Text) == s.depth {
					low++ // ends here: the parent's loop has set its value
					continue
				}
				c, high := words[low].Text[s.depth], low
				value := int32(None)
				for ; high < s.high && words[high].Text[s.depth] == c; high++ {
					if len(words[high].Text) == s.depth+1 {
						value = words[high].Value
					}
				}
				t.nodes = append(t.nodes, node{value: value, label: c})
				next = append(next, span{low, high, s.depth + 1})
				low = high
			}
		}
		level = next
	}
	t.nodes = append(t.nodes, node{children: int32(len(t.nodes))})
	for c := range t.first {
		t.first[c] = t.child(Root, byte(c))
	}
	return t
}

// Next returns the child of a node by a byte, or None.
func (t *Trie) Next(node int32, c byte) int32 {
	if node == Root {
		return t.first[c]
	}
	return t.child(node, c)
}

// child searches the children of a node: most have one or two.
func (t *Trie) child(node int32, c byte) int32 {
	const few = 8
	low, high := t.nodes[node].children, t.nodes[node+1].children
	for high-low > few {
		if middle := (low + high) / 2; t.nodes[middle].label <= c {
			low = middle
		} else {
			high = middle
		}
	}
	for ; low < high; low++ {
		if t.nodes[low].label == c {
			return low
		}
	}
	return None
}

// Value returns the value of the word that ends at a node, or None.
func (t *Trie) Value(node int32) int32 { return t.nodes[node].value }

// Find returns the value of a word, or None.
func (t *Trie) Find(word string) int32 {
	node := int32(Root)
	for i := range len(word) {
		if node = t.Next(node, word[i]); node == None {
			return None
		}
	}
	return t.nodes[node].value
}

// Longest returns the value and the size of the longest word that text begins with, or None, and how many bytes were looked at.
func (t *Trie) Longest(text string) (value int32, size, steps int) {
	value = None
	node := int32(Root)
	for i := range len(text) {
		steps++
		if node = t.Next(node, text[i]); node == None {
			break
		}
		if v := t.nodes[node].value; v != None {
			value, size = v, i+1
		}
	}
	return value, size, steps
}

// Work bounds the steps in tries for one text: words that overlap can take any number of them for each byte.
type Work int

// NewWork returns the bound for a text.
func NewWork(text string) Work { return Work(1<<10 + safefile.Walk*len(text)) }

// Do counts steps. Past the bound it panics with an *errs.Error, which errs.Rescue returns.
func (w *Work) Do(steps int) {
	if *w -= Work(steps); *w < 0 {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
			"the pieces and added tokens of the tokenizer take too many steps for this text"))
	}
}
