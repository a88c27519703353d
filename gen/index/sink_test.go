package index

import (
	"bytes"
	"os"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// sinksWithClosed returns two sinks, of which one, by number, has its file closed already; 2 for none.
func sinksWithClosed(t *testing.T, closed int) []*sink {
	t.Helper()
	sinks, err := newSinks(opened(t), docsFile, lengthsFile)
	if err != nil {
		t.Fatal(err)
	}
	if closed < len(sinks) {
		if err := sinks[closed].f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return sinks
}

// TestAbandonedFiles: abandoning files closes each of them, and an error of any is returned.
func TestAbandonedFiles(t *testing.T) {
	for broken := range 3 {
		sinks := sinksWithClosed(t, broken)
		if err := abandonAll(sinks); (err != nil) != (broken < len(sinks)) {
			t.Errorf("file %d is closed before: %v", broken, err)
		}
		for _, s := range sinks {
			if s.f.Close() == nil {
				t.Errorf("file %d is left open", s.file)
			}
		}
	}
}

// TestSink: what is written in pieces of any size is the file, and its record has its size, its checksum and those of its blocks.
func TestSink(t *testing.T) {
	for _, size := range []int{0, 1, sinkBuffer, 8*sinkBuffer + 5} {
		folder := opened(t)
		s, err := newSink(folder, textFile)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(i * i >> 8)
		}
		for left, turn := want, 1; len(left) > 0; turn++ {
			n := min(turn*turn*7919%(2*sinkBuffer), len(left))
			if written, err := s.Write(left[:n]); written != n || err != nil {
				t.Fatalf("%d of %d bytes, %v", written, n, err)
			}
			left = left[n:]
		}
		record, err := s.finish()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(folder.Path(fileNames[textFile]))
		if err != nil || !bytes.Equal(got, want) || record.Bytes != int64(size) || record.XXHash != digest(xxhash.Sum64(want)) {
			t.Errorf("%d bytes: a file of %d and a record of %d bytes, %v", size, len(got), record.Bytes, err)
		}
		if len(record.blocks) != numBlocks(int64(size)) {
			t.Errorf("%d bytes: %d blocks", size, len(record.blocks))
		}
		for i, sum := range record.blocks {
			if sum != xxhash.Sum64(want[i*blockBytes:min((i+1)*blockBytes, size)]) {
				t.Errorf("%d bytes: block %d has another checksum", size, i)
			}
		}
	}
}

// TestFinishedFiles: finishing files puts down the record of each, and an error of any is returned.
func TestFinishedFiles(t *testing.T) {
	for broken := range 3 {
		sinks := sinksWithClosed(t, broken)
		var files [numFiles]fileRecord
		if err := finishAll(sinks, &files); (err != nil) != (broken < len(sinks)) {
			t.Errorf("file %d is closed before: %v", broken, err)
		}
		if files[docsFile].Name != "docs" || files[lengthsFile].Name != "lengths" {
			t.Errorf("records %+v", files[:2])
		}
	}
}
