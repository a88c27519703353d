package filesystest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Tree holds the contents of a folder: a file's content, or nil for a folder, by name.
type Tree map[string][]byte

// ReadTree reads a folder of the operating system.
func ReadTree(dir string) (Tree, error) {
	t := Tree{}
	err := filepath.WalkDir(dir, func(name string, item fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name)
		switch {
		case err != nil || rel == ".":
			return err
		case item.IsDir():
			t[filepath.ToSlash(rel)] = nil
			return nil
		}
		raw, err := os.ReadFile(name)
		t[filepath.ToSlash(rel)] = append([]byte{}, raw...)
		return err
	})
	return t, err
}

// Write writes the tree into an empty folder of the operating system.
func (t Tree) Write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(t)) { // a folder before what is in it
		full := filepath.Join(dir, filepath.FromSlash(name))
		var err error
		if t[name] == nil {
			err = os.Mkdir(full, 0o777)
		} else {
			err = os.WriteFile(full, t[name], 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Loss selects the unsynced writes that a crash loses.
type Loss string

const (
	Nothing Loss = "nothing" // the process is killed, and the machine goes on
	Data    Loss = "data"    // every file's content is the one it was synced with
	Names   Loss = "names"   // every folder's names are those it was synced with
	Both    Loss = "both"
	Torn    Loss = "torn" // the second half of the content that was not synced is zeros
	Some    Loss = "some" // of each file and of each name by a hash whether it is kept
)

// Losses lists every Loss.
var Losses = []Loss{Nothing, Data, Names, Both, Torn, Some}

// Crashes returns, for the moment after each operation that changes anything, and for each of the losses, what is left of a folder
// that held start; equal trees once. A crash keeps what was synced, content and names each for itself, and for the rest its loss decides.
// What it leaves out: names that are lost one by one in an order (Some draws them without order), writes torn into pieces other
// than halves, and disks that lie about a sync.
func Crashes(start Tree, ops []Op, losses []Loss, do func(numOps int, loss Loss, left Tree) error) error {
	m := newModel(start)
	visited := map[uint64]bool{}
	for n, op := range ops {
		if err := m.apply(op); err != nil {
			return fmt.Errorf("operation %d, %s %s: %w", n+1, op.Kind, op.Name, err)
		}
		if !op.changes() {
			continue
		}
		for _, loss := range losses {
			left := Tree{}
			m.root.addLasting("", loss, uint64(n), left)
			if sum := left.Sum(); !visited[sum] {
				visited[sum] = true
				if err := do(n+1, loss, left); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Sum returns a checksum of the tree.
func (t Tree) Sum() uint64 {
	h := xxhash.New()
	for _, name := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(h, "%q %t %d ", name, t[name] == nil, len(t[name]))
		h.Write(t[name])
	}
	return h.Sum64()
}

// node is a file or a folder.
type node struct {
	folder         bool
	data, synced   []byte           // of a file: as programs see it, and as it lasts
	names, lasting map[string]*node // of a folder: likewise
}

func newFolder() *node {
	return &node{folder: true, names: map[string]*node{}, lasting: map[string]*node{}}
}

// handle is an open file.
type handle struct {
	*node
	offset      int // where the next Write goes
	isAppending bool
}

// model is a disk as programs see it and as it lasts.
type model struct {
	root  *node
	files map[int]*handle // by number
}

func newModel(start Tree) *model {
	m := &model{root: newFolder(), files: map[int]*handle{}}
	for _, name := range slices.Sorted(maps.Keys(start)) {
		n := newFolder()
		if raw := start[name]; raw != nil {
			n = &node{data: raw, synced: raw}
		}
		in, _ := m.find(path.Dir(name))
		in.names[path.Base(name)], in.lasting[path.Base(name)] = n, n
	}
	return m
}

// find returns what has a name.
func (m *model) find(name string) (*node, bool) {
	n := m.root
	for _, part := range strings.Split(name, "/") {
		if part == "." {
			continue
		}
		next, ok := n.names[part]
		if !ok {
			return nil, false
		}
		n = next
	}
	return n, true
}

// apply repeats a successful operation.
func (m *model) apply(op Op) error {
	in, ok := m.find(path.Dir(op.Name))
	if !ok {
		in = newFolder() // nothing is done there
	}
	switch op.Kind {
	case Open:
		m.open(in, op)
	case Write:
		f := m.files[op.File]
		offset := int(op.Offset)
		if offset < 0 {
			if f.isAppending {
				f.offset = len(f.data)
			}
			offset = f.offset
			f.offset += len(op.Data)
		}
		data := make([]byte, max(len(f.data), offset+len(op.Data)))
		copy(data, f.data)
		copy(data[offset:], op.Data)
		f.data = data
	case Truncate:
		f := m.files[op.File]
		data := make([]byte, op.Offset)
		copy(data, f.data)
		f.data = data
	case Sync:
		f := m.files[op.File]
		f.synced = f.data
	case Mkdir:
		if _, exists := in.names[path.Base(op.Name)]; !exists {
			in.names[path.Base(op.Name)] = newFolder()
		}
	case Rename:
		target, ok := m.find(path.Dir(op.Target))
		n, exists := in.names[path.Base(op.Name)]
		if !ok || !exists {
			return errors.New("renamed by its path")
		}
		delete(in.names, path.Base(op.Name))
		target.names[path.Base(op.Target)] = n
	case Remove:
		if n := in.names[path.Base(op.Name)]; n != nil && len(n.names) == 0 {
			delete(in.names, path.Base(op.Name))
		}
	case SyncDir:
		if n, ok := m.find(op.Name); ok {
			n.lasting = maps.Clone(n.names)
		}
	}
	return nil
}

// open opens a file, or does nothing where there is none.
func (m *model) open(in *node, op Op) {
	n := in.names[path.Base(op.Name)]
	if n == nil && op.Flag&os.O_CREATE != 0 {
		n = &node{}
		in.names[path.Base(op.Name)] = n
	}
	if n == nil && op.Data != nil {
		n = &node{data: op.Data}
		in.names[path.Base(op.Name)] = n
	}
	if n == nil {
		return
	}
	if op.Flag&os.O_TRUNC != 0 {
		n.data = nil
	}
	m.files[op.File] = &handle{node: n, isAppending: op.Flag&os.O_APPEND != 0}
}

// addLasting adds to a tree what a crash leaves of a folder.
func (n *node) addLasting(folder string, loss Loss, seed uint64, t Tree) {
	names := n.names
	switch loss {
	case Names, Both:
		names = n.lasting
	case Some:
		names = map[string]*node{}
		for _, table := range []map[string]*node{n.names, n.lasting} {
			for name := range table {
				next := n.lasting
				if draw(seed, folder, name) {
					next = n.names
				}
				if next[name] != nil {
					names[name] = next[name]
				}
			}
		}
	}
	for name, child := range names {
		full := path.Join(folder, name)
		if child.folder {
			t[full] = nil
			child.addLasting(full, loss, seed, t)
			continue
		}
		data := child.data
		switch {
		case loss == Data || loss == Both || loss == Some && draw(seed, full, "data"):
			data = child.synced
		case loss == Torn:
			data = tear(data, child.synced)
		}
		if data == nil {
			data = []byte{}
		}
		t[full] = data
	}
}

// tear returns the content with zeros in the second half of what is not as it was synced.
func tear(data, lasting []byte) []byte {
	prefix := 0
	for prefix < min(len(data), len(lasting)) && data[prefix] == lasting[prefix] {
		prefix++
	}
	length := prefix + (len(data)-prefix)/2
	return append(slices.Clone(data[:length]), make([]byte, len(data)-length)...)
}

// draw returns true or false, each as often, and the same for the same arguments.
func draw(seed uint64, parts ...string) bool {
	h := fnv.New64a()
	fmt.Fprint(h, seed, parts)
	return h.Sum64()>>20&1 == 1
}
