package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

// FuzzContent overwrites bytes of a file of a sound index and gives all of it right checksums again: whoever made it meant it so.
// It is refused or read, as a small file and as a large one, and brings nobody down.
func FuzzContent(f *testing.F) {
	an, err := analysis.New(analysis.Defaults())
	must.Do(f, err)
	sound := f.TempDir()
	docs := func(yield func(corpus.Doc, error) bool) {
		for i := range 40 {
			if !yield(corpus.Doc{ID: fmt.Sprint("d", i), Title: "a title", Text: fmt.Sprintf("red apples, %d green trees and apple pies", i%7)},
				nil) {
				return
			}
		}
	}
	must.Do(f, Build(f.Context(), filepath.Join(sound, "x"), docs, an, Options{Threads: 1}, nil))
	files := map[string][]byte{}
	for _, name := range append(fileNames[:], headerName) {
		if files[name], err = os.ReadFile(filepath.Join(sound, "x", name)); err != nil {
			f.Fatal(err)
		}
	}
	for file := range sumsFile {
		for at := range 6 {
			f.Add(file, at*24, []byte("\xff\xff\xff\xff\xff\xff\xff\xff"), at%2 == 0)
			f.Add(file, at*8+64, []byte{1, 0, 0, 0}, at%2 == 0)
		}
	}
	full := bytes.Repeat([]byte{1, 0, 0, 0}, 64) // a hash table without a free slot
	f.Add(idslotsFile, 0, full, true)
	budgettest.Fuzz(f, func(t *testing.T, file, at int, to []byte, small bool) {
		if file < 0 || file >= sumsFile || at < 0 {
			return
		}
		dir := t.TempDir()
		h := must.Get(parseHeader("header", files[headerName]))(t)
		var sums []uint64
		for i, name := range fileNames {
			content := bytes.Clone(files[name])
			if i == file && at < len(content) {
				copy(content[at:], to)
			}
			if i < sumsFile {
				sums = blockSums(sums, content)
			} else {
				content = raw(sums)
			}
			h.Files[i].XXHash = digest(xxhash.Sum64(content))
			must.Do(t, os.WriteFile(filepath.Join(dir, name), content, 0o666))
		}
		body := must.Get(json.Marshal(h))(t)
		header := fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		must.Do(t, os.WriteFile(filepath.Join(dir, headerName), header, 0o666))
		if !small {
			defer func(was int64) { smallFile = was }(smallFile)
			smallFile = 0
		}
		x, err := openFiles(dir)
		if err == nil {
			defer x.Close()
			err = readAll(x)
		}
		if e := new(errs.Error); err != nil && (!errors.As(err, &e) || e.Kind != errs.Input) {
			t.Fatal(err)
		}
	})
}

// TestTermsComeBack: packed terms are read as they were, and not where one of their numbers is missing or a term is too large.
func TestTermsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		terms := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Max(300), rapid.Uint32Range(escape-2, 1<<24), rapid.Uint32Max(math.MaxUint32-1)), 1, 50).Draw(rt, "terms")
		packed := packTerms(nil, terms)
		highest := int(slices.Max(terms))
		got := make([]uint32, len(terms))
		if !unpackTerms(got, packed, highest+1) || !slices.Equal(got, terms) {
			rt.Fatalf("%v", got)
		}
		for what, isRead := range map[string]bool{
			"a larger term than there are": unpackTerms(got, packed, highest),
			"one fewer":                    unpackTerms(got, packed[:len(packed)-1], highest+1),
			"one more":                     unpackTerms(got, append(slices.Clip(packed), 0), highest+1),
			"a term fewer":                 unpackTerms(got[1:], packed, highest+1),
		} {
			if isRead {
				rt.Errorf("%s: read", what)
			}
		}
	})
	for _, packed := range [][]uint16{nil, {escape}, {whole}, {whole, 1}} {
		if unpackTerms(make([]uint32, 1), packed, math.MaxUint32) {
			t.Errorf("%x: read", packed)
		}
	}
}
