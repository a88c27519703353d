package encoding

import (
	"context"
	"io"
	"reflect"
)

// Part is one file of a format. Parts are written in any order and by several goroutines, so Write
// must depend on the plan alone.
type Part struct {
	Path  string // below the output's prefix, with slashes
	Split string // whose rows it holds; "" for all
	Rows  int
	Table *TableInfo   // the Hugging Face config the file belongs to; nil in other formats
	lines reflect.Type // of a row of JSON where the folder is to be a config
	// IsAuxiliary marks a file that is no data but belongs to it: a vocabulary, the definition of tasks.
	IsAuxiliary bool
	Write       func(ctx context.Context, w io.Writer, progress func(rows int)) error

	Format string // by name; Write fills it
	// Memory reads from a written file what its rows take in the loader's memory; nil where no card
	// lists it.
	Memory func(full string) (int64, error)
}
