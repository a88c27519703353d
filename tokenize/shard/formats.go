package shard

import (
	"context"
	"io"
)

// format is one output format: the files it makes of a plan, and how many rows a finished file holds.
type format struct {
	name  string
	ids   bool // needs the token store
	parts func(*plan) []part
	// count gives the rows of a file by its extension, for Verify. A format may leave an extension to another's.
	count map[string]func(path string) (int, error)
}

// part is one file of a format. Parts are written in any order and by several goroutines, so write must depend on the
// plan alone.
type part struct {
	path  string // below the output's prefix, with slashes
	split string // whose rows it holds; "" for all
	rows  int
	table *tableInfo // the Hugging Face config the file belongs to; nil in other formats
	write func(ctx context.Context, w io.Writer, progress func(rows int)) error
}

// formats is the table of output formats.
var formats = []format{
	{"parquet", true, parquetParts, countParquet},      // Hugging Face datasets: texts, ids of pairs, ids for cross-encoders
	{"triples", false, triplesParts, countLines},       // MS MARCO: query, positive, negative
	{"triples-ids", false, tripleIDsParts, countLines}, // MS MARCO: their ids
	{"jsonl", false, jsonlParts, countLines},           // canonical rows
}

// FormatNames are the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func formatNamed(name string) (format, bool) {
	for _, f := range formats {
		if f.name == name {
			return f, true
		}
	}
	return format{}, false
}
