package configs

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
)

// sections lists all keys under the headings of help, in the order of help and of configuration files.
var sections = []struct {
	heading string
	keys    []Key
}{
	{InputHeading, inputKeys},
	{"Text analysis", analyserKeys},
	{"Candidates", candidateKeys},
	{"Axioms and ratios", axiomKeys},
	{"Pairs", pairKeys},
	{"Rows and tasks", taskKeys},
	{"Similarity", similarityKeys},
	{"Run", runKeys},
	{"Word pieces and shards", tokenizeKeys},
	{"Training", trainKeys},
}

// InputHeading is the heading of the keys about input files.
const InputHeading = "Input"

// table holds the keys with their index paths in Config. It is built once.
var table struct {
	sync.Once
	keys   []Key
	byName map[string]Key
}

// Keys lists every key, in the order of help and of configuration files.
func Keys() []Key { return slices.Clone(keys()) }

// KeyNamed returns the key with a full name such as gen.k1. ok is false for an unknown name.
func KeyNamed(name string) (k Key, ok bool) {
	k, ok = keysByName()[name]
	return k, ok
}

// keys returns the keys of the table. Callers must not change them.
func keys() []Key {
	table.Do(func() {
		fields := map[string]reflect.StructField{}
		addFields(fields, reflect.TypeFor[Config](), "", nil)
		table.byName = map[string]Key{}
		for _, section := range sections {
			for _, k := range section.keys {
				field := fields[k.Name]
				k.Kind, k.index, k.Heading = field.Type.Kind(), field.Index, section.heading
				table.keys, table.byName[k.Name] = append(table.keys, k), k
			}
		}
	})
	return table.keys
}

func keysByName() map[string]Key {
	keys()
	return table.byName
}

// keyIn returns the key with a full name, or an error with the file and line.
func keyIn(file string, line int, name string) (Key, error) {
	k, ok := KeyNamed(name)
	if !ok {
		nearest := errs.Nearest(name, slices.Sorted(maps.Keys(keysByName())))
		return k, errs.BadUsage("did you mean "+nearest+"?", "%s:%d: unknown key %s", file, line, name)
	}
	return k, nil
}

// addFields adds the fields below a struct type to fields, by the full names of their keys, with their index paths in Config. A struct
// field without a name in its tag belongs to the same section. parent is the index path of the struct itself.
func addFields(fields map[string]reflect.StructField, typ reflect.Type, section string, parent []int) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		name := f.Tag.Get("key")
		f.Index = append(slices.Clip(parent), i)
		switch {
		case f.Type.Kind() != reflect.Struct:
			fields[section+name] = f
		case name == "":
			addFields(fields, f.Type, section, f.Index)
		default:
			addFields(fields, f.Type, name+".", f.Index)
		}
	}
}
