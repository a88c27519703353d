package model

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

func TestAlphabet(t *testing.T) {
	for b := range 256 {
		piece := string(alphabet[b])
		if raw, ok := bytesOf(piece); !ok || raw != string([]byte{byte(b)}) || utf8.RuneCountInString(piece) != 1 {
			t.Errorf("byte %#02x is %q, which is %q", b, piece, raw)
		}
	}
	if alphabet[' '] != 'Ġ' || alphabet['\n'] != 'Ċ' || alphabet[0xff] != 'ÿ' { // as GPT-2's vocabulary has them
		t.Errorf("space is %q, line feed %q", alphabet[' '], alphabet['\n'])
	}
}

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

// TestSlotsOfARun puts more runs of one hash than have slots: the first ones are found, with their own ids.
func TestSlotsOfARun(t *testing.T) {
	for _, hash := range []uint64{12345, ^uint64(0)} { // the last one's slots go on with the first of the table
		c := NewCache()
		for i := range int32(LongRun) {
			c.put(strings.Repeat("x", int(i)+1), hash, []int32{i, -i})
		}
		for i := range int32(LongRun) {
			ids, ok := c.get(strings.Repeat("x", int(i)+1), hash)
			if ok != (i < ways) || ok && !slices.Equal(ids, []int32{i, -i}) {
				t.Errorf("hash %x: run %d has %v, %v", hash, i, ids, ok)
			}
		}
	}
	c := NewCache()
	c.put("many", 1<<60, make([]int32, maxIDs+1))
	if _, ok := c.get("many", 1<<60); ok {
		t.Error("a run of more ids than a slot holds was stored")
	}
}

// TestAppend: several runs at once have the ids of each in turn, encoded or stored.
func TestAppend(t *testing.T) {
	encode := func(dst []int32, run string) []int32 { return append(dst, int32(len(run)), int32(run[0])) }
	rapid.Check(t, func(t *rapid.T) {
		c, each := NewCache(), NewCache()
		for range 2 { // the second time, many are stored
			var got, want []int32
			runs := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ab")), 1, LongRun+2, -1), 0, MaxBatch).Draw(t, "runs")
			for _, run := range runs {
				want = each.Append(want, encode, run)
			}
			if got = c.Append(got, encode, runs...); !slices.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", runs, got, want)
			}
		}
	})
}

// TestFullTable: a full table keeps its runs and takes no more.
func TestFullTable(t *testing.T) {
	c, n := NewCache(), 0
	for ; c.stored.Load() < maxRuns; n++ {
		if n > 1<<width {
			t.Fatal("the table is never full")
		}
		run := strconv.Itoa(n)
		c.put(run, xxhash.Sum64String(run), []int32{int32(n)})
	}
	c.put("late", xxhash.Sum64String("late"), []int32{1})
	if _, ok := c.get("late", xxhash.Sum64String("late")); ok {
		t.Error("a full table took a run")
	}
	if ids, ok := c.get("0", xxhash.Sum64String("0")); !ok || !slices.Equal(ids, []int32{0}) {
		t.Errorf("the first run has ids %v, %v", ids, ok)
	}
}

// TestSeveralGoroutines puts and gets the same runs from several goroutines: an id that is found is the run's own.
func TestSeveralGoroutines(t *testing.T) {
	c := NewCache()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range int32(20000) {
				run := strconv.Itoa(int(i % 5000))
				hash := xxhash.Sum64String(run) &^ (1<<(64-width+6) - 1) // 64 runs and more begin at one slot
				if ids, ok := c.get(run, hash); ok && !slices.Equal(ids, []int32{i % 5000}) {
					t.Errorf("run %s has ids %v", run, ids)
				}
				c.put(run, hash, []int32{i % 5000})
			}
		})
	}
	group.Wait()
}
