package cache

import (
	"strings"
	"testing"
)

// TestEviction fills one group over and over.
func TestEviction(t *testing.T) {
	c := New()
	for i := range int32(LongRun) {
		run := strings.Repeat("x", int(i)+1)
		c.Put(run, 12345, []int32{i})
		if ids, ok := c.Get(run, 12345); !ok || ids[0] != i {
			t.Fatalf("run %d was not found after it was put", i)
		}
	}
	found := 0
	for i := range int32(LongRun) {
		if ids, ok := c.Get(strings.Repeat("x", int(i)+1), 12345); ok {
			found++
			if ids[0] != i {
				t.Fatalf("run %d has the ids of run %d", i, ids[0])
			}
		}
	}
	if found != ways {
		t.Errorf("%d runs in a group of %d", found, ways)
	}
	c.Put("many", 1<<60, make([]int32, maxIDs+1))
	if _, ok := c.Get("many", 1<<60); ok {
		t.Error("a run of more ids than an entry holds was remembered")
	}
}

// TestHashOfSpreads puts runs that differ in one byte, at any position, into many groups.
func TestHashOfSpreads(t *testing.T) {
	for size := 1; size <= LongRun; size++ {
		slots, runs := map[Hash]bool{}, 0
		run := []byte(strings.Repeat("a", size))
		for at := range run {
			for c := range byte(128) {
				run[at] = c
				slots[HashOf(string(run))>>(64-groupBits)] = true
				runs++
			}
			run[at] = 'a'
		}
		if len(slots) < runs*9/10-size {
			t.Errorf("%d runs of %d bytes fall into %d groups", runs, size, len(slots))
		}
	}
}
