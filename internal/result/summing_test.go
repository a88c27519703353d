package result

import (
	"os"
	"path"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"pgregory.net/rapid"
)

// The checksums that a folder takes while its files are written are those of the files as they lie there, whatever was done to them.
func TestSumming(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "summing")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		root, err := filesys.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		if err := root.Mkdir("deep"); err != nil {
			t.Fatal(err)
		}
		folder := newSumming(root)
		name := rapid.SampledFrom([]string{"a", "b", "deep/c"})
		flags := rapid.SampledFrom([]int{os.O_CREATE | os.O_TRUNC | os.O_WRONLY, os.O_CREATE | os.O_WRONLY,
			os.O_CREATE | os.O_APPEND | os.O_WRONLY, os.O_CREATE | os.O_RDWR})
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			n := name.Draw(t, "name")
			if rapid.IntRange(0, 4).Draw(t, "rename") == 0 {
				folder.Rename(n, name.Draw(t, "to")) // which may not be there
				continue
			}
			flag := flags.Draw(t, "flag")
			f, err := folder.OpenFile(n, flag)
			if err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(0, 4).Draw(t, "writes") {
				b := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
				switch rapid.IntRange(0, 4).Draw(t, "how") {
				case 0:
					if flag&os.O_APPEND == 0 {
						_, err = f.WriteAt(b, 3)
					}
				case 1:
					err = f.Truncate(2)
				default:
					_, err = f.Write(b)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		files, err := folder.checksums()
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range files {
			want, err := checksum(root, path.Clean(got.Path))
			if err != nil || got != want {
				t.Fatalf("%+v, want %+v (%v)", got, want, err)
			}
		}
	})
}
