package index

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/cespare/xxhash/v2"
)

// Headers that are none, with the exact message behind the file's name. A case that begins with a brace stands for a body
// with its right first line; LIST is the list of files, BACK another one.
func TestMalformedHeader(t *testing.T) {
	var files []string
	for _, name := range fileNames {
		files = append(files, fmt.Sprintf(`{"name":%q}`, name))
	}
	list := `"files":[` + strings.Join(files, ",") + `]`
	for _, c := range [][2]string{
		{"", ":1: not the header of an index; hint: name the directory of an index"},
		{"\n", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 1\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 5 x y\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"Axiomine index 1 x\n{}", ":1: not the header of an index; hint: name the directory of an index"},
		{"axiomine index 0 x\n{}", ":1: index format 0, but this program reads format 5; hint: build the index again: axiomine gen index"},
		{"axiomine index 99 x\n{}", ":1: index format 99, but this program reads format 5; hint: build the index again: axiomine gen index"},
		{"axiomine index one x\n{}", ":1: index format one, but this program reads format 5; hint: build the index again: axiomine gen index"},
		{"axiomine index 5 x\n{}", ": the index is damaged: its checksum differs; hint: build the index again: axiomine gen index"},
		{"axiomine index 5 0000000000000000\n{}",
			": the index is damaged: its checksum differs; hint: build the index again: axiomine gen index"},
		{"{", ": the index is damaged: it is cut off; hint: build the index again: axiomine gen index"},
		{"{}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":0}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":-1}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":\"1\"}", ":2: the index is damaged: docs holds a string; hint: build the index again: axiomine gen index"},
		{"{\"docs\":4294967296}", ": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1e30}", ":2: the index is damaged: docs holds a number 1e30; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"terms\":-1,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"tokens\":-1,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"tokens\":9223372036854775807,LIST}",
			": the index is damaged: its counts are out of range; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"files\":[]}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,\"files\":[{\"name\":\"docs\"}]}",
			": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
		{"{\"docs\":1,BACK}", ": the index is damaged: its list of files differs; hint: build the index again: axiomine gen index"},
	} {
		raw := []byte(strings.NewReplacer("LIST", list, "BACK", strings.Replace(list, "forward", "backward", 1)).Replace(c[0]))
		if strings.HasPrefix(c[0], "{") {
			raw = fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(raw)), raw)
		}
		_, err := parseHeader("header", raw)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != "header"+c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], strings.TrimPrefix(fmt.Sprint(err), "header"))
		}
	}
}
