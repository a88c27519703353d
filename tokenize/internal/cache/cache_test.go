package cache

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestSlotsOfARun puts more runs of one hash than have slots: the first ones are found, with their own ids.
func TestSlotsOfARun(t *testing.T) {
	for _, hash := range []Hash{12345, ^Hash(0)} { // the last one's slots go on with the first of the table
		c := New()
		for i := range int32(LongRun) {
			c.Put(strings.Repeat("x", int(i)+1), hash, []int32{i, -i})
		}
		for i := range int32(LongRun) {
			ids, ok := c.Get(strings.Repeat("x", int(i)+1), hash)
			if ok != (i < ways) || ok && !slices.Equal(ids, []int32{i, -i}) {
				t.Errorf("hash %x: run %d has %v, %v", hash, i, ids, ok)
			}
		}
	}
	c := New()
	c.Put("many", 1<<60, make([]int32, maxIDs+1))
	if _, ok := c.Get("many", 1<<60); ok {
		t.Error("a run of more ids than a slot holds was stored")
	}
}

// TestFullTable: a full table keeps its runs and takes no more.
func TestFullTable(t *testing.T) {
	c, n := New(), 0
	for ; c.stored.Load() < most; n++ {
		if n > 1<<bits {
			t.Fatal("the table is never full")
		}
		run := strconv.Itoa(n)
		c.Put(run, HashOf(run), []int32{int32(n)})
	}
	c.Put("late", HashOf("late"), []int32{1})
	if _, ok := c.Get("late", HashOf("late")); ok {
		t.Error("a full table took a run")
	}
	if ids, ok := c.Get("0", HashOf("0")); !ok || !slices.Equal(ids, []int32{0}) {
		t.Errorf("the first run has ids %v, %v", ids, ok)
	}
}

// TestSeveralGoroutines puts and gets the same runs from several goroutines: an id that is found is the run's own.
func TestSeveralGoroutines(t *testing.T) {
	c := New()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range int32(20000) {
				run := strconv.Itoa(int(i % 5000))
				hash := HashOf(run) &^ (1<<(64-bits+6) - 1) // 64 runs and more begin at one slot
				if ids, ok := c.Get(run, hash); ok && !slices.Equal(ids, []int32{i % 5000}) {
					t.Errorf("run %s has ids %v", run, ids)
				}
				c.Put(run, hash, []int32{i % 5000})
			}
		})
	}
	group.Wait()
}

// TestHashOfSpreads puts runs that differ in one byte, at any position, into many groups.
func TestHashOfSpreads(t *testing.T) {
	for size := 1; size <= LongRun; size++ {
		slots, runs := map[Hash]bool{}, 0
		run := []byte(strings.Repeat("a", size))
		for at := range run {
			for c := range byte(128) {
				run[at] = c
				slots[HashOf(string(run))>>(64-bits)] = true
				runs++
			}
			run[at] = 'a'
		}
		if len(slots) < runs*9/10-size {
			t.Errorf("%d runs of %d bytes begin at %d slots", runs, size, len(slots))
		}
	}
}
