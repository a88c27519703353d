package filesystest

import (
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func opened(t *testing.T) *filesys.Root {
	t.Helper()
	root := must.Get(filesys.Open(t.TempDir()))(t)
	t.Cleanup(func() { root.Close() })
	return root
}

// What a crash leaves of a file that is written, synced and renamed, appended to and removed, in a folder that is synced once, by
// hand.
func TestCrashes(t *testing.T) {
	disk := NewDisk(opened(t), nil)
	f, err := disk.OpenFile("new", filesys.Create) // operation 1
	must.Do(t, err)
	_, err = f.Write([]byte("12345678")) // 2
	must.Do(t, err)
	must.Do(t, f.Sync())                                    // 3
	must.Do(t, f.Close())                                   // 4
	must.Do(t, disk.Rename("new", "name"))                  // 5
	must.Do(t, disk.SyncDir("."))                           // 6
	f, err = disk.OpenFile("name", os.O_WRONLY|os.O_APPEND) // 7
	must.Do(t, err)
	_, err = f.Write([]byte("ab")) // 8
	must.Do(t, err)
	must.Do(t, f.Close())           // 9
	must.Do(t, disk.Remove("name")) // 10
	for after, by := range map[int]map[Loss]string{
		1:  {Nothing: "new=", Names: ""},
		2:  {Nothing: "new=12345678", Data: "new=", Torn: "new=1234\x00\x00\x00\x00"},
		3:  {Data: "new=12345678", Both: ""},
		5:  {Nothing: "name=12345678", Both: ""},
		6:  {Both: "name=12345678", Torn: "name=12345678"},
		8:  {Nothing: "name=12345678ab", Data: "name=12345678", Torn: "name=12345678a\x00"},
		10: {Nothing: "", Data: "", Names: "name=12345678ab", Both: "name=12345678"},
	} {
		m := newModel(Tree{})
		for _, op := range disk.Ops()[:after] {
			must.Do(t, m.apply(op))
		}
		for loss, want := range by {
			left := Tree{}
			m.root.addLasting("", loss, 0, left)
			var got []string
			for _, name := range slices.Sorted(maps.Keys(left)) {
				got = append(got, name+"="+string(left[name]))
			}
			must.Equal(t, strings.Join(got, " "), want, "after %d, lost: %s: %q", after, loss, got)
		}
	}
}

// The operation that is named fails, a write after its half, and no other.
func TestFailures(t *testing.T) {
	root := opened(t)
	disk := NewDisk(root, func(n int, op Op) error {
		if n == 2 && op.Kind == Write {
			return syscall.ENOSPC
		}
		return nil
	})
	err := filesys.Replace(disk, "temporary", "name", func(w io.Writer) error {
		_, err := w.Write([]byte("1234"))
		raw, _ := os.ReadFile(root.Path("temporary"))
		must.Equal(t, string(raw), "12", "a write that failed left %q", raw)
		return err
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	if left, err := ReadTree(root.Path(".")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
