package model

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"
)

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

// TestFullTable: a full table keeps its runs and takes no more.
func TestFullTable(t *testing.T) {
	c, n := NewCache(), 0
	for ; c.stored.Load() < most; n++ {
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
