package model

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// None is the result of Find for a word that is not in the trie, and of Next if no word continues with the byte.
const None = -1

// Root is the index of the node where every word begins.
const Root = 0

// Trie is a tree of bytes. The children of a node are neighbours in nodes, in the order of their bytes. The children of the last child
// follow, so that most words end near their beginning in memory. A Trie takes 12 bytes a node, and 1 KiB more for a node with many
// children. It does not change after NewTrie.
type Trie struct {
	nodes  []trieNode
	values []int32      // for each node: the value of the word that ends there, or None
	tables [][256]int32 // for each node with many children: the child for each byte, or None
}

// trieNode is a node, in eight bytes.
type trieNode struct {
	children int32  // the index of the first child; with more than maxLinear children, an index in tables
	count    uint16 // the number of children
	label    byte   // the byte on the way from the parent
	isEnd    bool   // a word ends here
}

// maxLinear is the maximum number of children that are searched one by one.
const maxLinear = 16

// Word is a word and its value, which is not negative.
type Word struct {
	Text  string
	Value int32
}

// NewTrie returns a trie of words. If a word is listed twice, its last value counts. The empty word is left out.
func NewTrie(words []Word) *Trie {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(a.Text, b.Text) })
	t := &Trie{nodes: []trieNode{{}}, values: []int32{None}}
	type span struct{ parent, low, high, depth int } // the words from low to high begin with the same depth bytes
	for rest := []span{{0, 0, len(words), 0}}; len(rest) > 0; {
		s := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		first := len(t.nodes)
		for low := s.low; low < s.high; {
			if len(words[low].Text) == s.depth {
				low++ // the word ends at the parent, which has its value
				continue
			}
			c, high, value := words[low].Text[s.depth], low, int32(None)
			for ; high < s.high && words[high].Text[s.depth] == c; high++ {
				if len(words[high].Text) == s.depth+1 {
					value = words[high].Value
				}
			}
			rest = append(rest, span{len(t.nodes), low, high, s.depth + 1})
			t.nodes, t.values = append(t.nodes, trieNode{label: c, isEnd: value != None}), append(t.values, value)
			low = high
		}
		t.setChildren(s.parent, first)
	}
	return t
}

// setChildren sets the children of a node to all nodes from index first on.
func (t *Trie) setChildren(parent, first int) {
	n, children := &t.nodes[parent], t.nodes[first:]
	if n.children, n.count = int32(first), uint16(len(children)); len(children) <= maxLinear {
		return
	}
	n.children = int32(len(t.tables))
	t.tables = append(t.tables, [256]int32(slices.Repeat([]int32{None}, 256)))
	for i, child := range children {
		t.tables[n.children][child.label] = int32(first + i)
	}
}

// Next returns the child of a node for a byte, or None.
func (t *Trie) Next(node int32, c byte) int32 {
	n := &t.nodes[node]
	if n.count > maxLinear {
		return t.tables[n.children][c]
	}
	for i, child := range t.nodes[n.children:][:n.count] {
		if child.label == c {
			return n.children + int32(i)
		}
	}
	return None
}

// Value returns the value of the word that ends at a node, or None.
func (t *Trie) Value(node int32) int32 {
	if !t.nodes[node].isEnd {
		return None
	}
	return t.values[node]
}

// Find returns the value of a word, or None.
func (t *Trie) Find(word string) int32 {
	node := int32(Root)
	for i := range len(word) {
		if node = t.Next(node, word[i]); node == None {
			return None
		}
	}
	return t.Value(node)
}

// Longest returns the value and the size of the longest word at the beginning of text, and the number of bytes read. The value is None if
// there is no word.
func (t *Trie) Longest(text string) (value int32, size, steps int) {
	value = None
	node := int32(Root)
	for i := range len(text) {
		steps++
		if node = t.Next(node, text[i]); node == None {
			break
		}
		if v := t.Value(node); v != None {
			value, size = v, i+1
		}
	}
	return value, size, steps
}

// TrieWork is the number of remaining steps in tries for one text. Without a bound, overlapping words can take many steps for each byte.
type TrieWork int

// NewTrieWork returns the bound for a text.
func NewTrieWork(text string) TrieWork { return TrieWork(1<<10 + safefile.Walk*len(text)) }

// Spend subtracts steps. If none remain, it panics with an *errs.Error, which errs.Rescue returns.
func (w *TrieWork) Spend(steps int) {
	if *w -= TrieWork(steps); *w < 0 {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
			"the pieces and added tokens of the tokenizer take too many steps for this text"))
	}
}
