package index

import "testing"

// TestAbandonedFiles: abandoning files closes each of them, and an error of any is returned.
func TestAbandonedFiles(t *testing.T) {
	for broken := range 3 {
		sinks, err := newSinks(opened(t), docsFile, lengthsFile)
		if err != nil {
			t.Fatal(err)
		}
		if broken < len(sinks) { // one that is closed already
			if err := sinks[broken].f.Close(); err != nil {
				t.Fatal(err)
			}
		}
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
