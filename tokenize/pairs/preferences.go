package pairs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/parquet-go/parquet-go"
)

// Preference is a row of a Parquet file of explicit preferences, from any writer; "" is a missing
// id.
type Preference struct {
	Query, Preferred, Other string
	Confidence              float64 // 1 where there is none
}

// preferenceColumns are the columns that are read. Ids are strings or whole numbers.
var preferenceColumns = []struct {
	name, kinds string
	is          []parquet.Kind
	optional    bool
	set         func(p *Preference, v parquet.Value)
}{
	{"query", "strings or whole numbers", ids, false, func(p *Preference, v parquet.Value) { p.Query = idOf(v) }},
	{"preferred", "strings or whole numbers", ids, false, func(p *Preference, v parquet.Value) { p.Preferred = idOf(v) }},
	{"other", "strings or whole numbers", ids, false, func(p *Preference, v parquet.Value) { p.Other = idOf(v) }},
	{"confidence", "numbers", []parquet.Kind{parquet.Double, parquet.Float, parquet.Int64, parquet.Int32}, true, func(p *Preference,
		v parquet.Value) {
		switch {
		case v.IsNull():
		case v.Kind() == parquet.Double:
			p.Confidence = v.Double()
		case v.Kind() == parquet.Float:
			p.Confidence = float64(v.Float())
		default:
			p.Confidence = float64(v.Int64())
		}
	}},
}

var ids = []parquet.Kind{parquet.ByteArray, parquet.Int64, parquet.Int32}

func idOf(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.ByteArray:
		return string(v.ByteArray())
	}
	return strconv.FormatInt(v.Int64(), 10)
}

// IsParquet reports whether a file begins as Parquet does. A file that cannot be read, or only
// once, does not.
func IsParquet(path string) bool {
	if safefile.CheckStored(path) != nil {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	_, err = io.ReadFull(f, magic[:])
	return err == nil && string(magic[:]) == "PAR1"
}

// EachPreference calls do with every row of a Parquet file until do fails. The columns are query,
// preferred, other and, optionally, confidence; others are not read. number counts from 1.
func EachPreference(path string, do func(number int, row Preference) error) error {
	wrong := func(err error) error {
		return &errs.Error{Kind: errs.Input, File: path, Problem: "not a file of preferences", Err: err,
			Hint: "write the columns query, preferred and other as strings, and confidence, if any, as numbers"}
	}
	err := openChecked(path, func(in *io.SectionReader) error {
		schema, columns, err := preferenceSchema(in)
		if err != nil {
			return wrong(err)
		}
		var useErr error
		err = ReadParquet(in, columns, func(file *parquet.File) error {
			useErr = eachPreference(file, schema, wrong, do)
			return useErr
		})
		if err != useErr {
			return wrong(err)
		}
		return err
	})
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return errs.CannotOpen(path, err)
	}
	return err
}

func eachPreference(file *parquet.File, schema *parquet.Schema, wrong func(error) error, do func(number int, row Preference) error) error {
	set := make([]func(*Preference, parquet.Value), len(preferenceColumns)) // by column of the schema
	for _, c := range preferenceColumns {
		if leaf, ok := schema.Lookup(c.name); ok {
			set[leaf.ColumnIndex] = c.set
		}
	}
	reader := parquet.NewReader(file, schema)
	defer reader.Close()
	rows := make([]parquet.Row, readRows)
	for number := 0; ; {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			number++
			p := Preference{Confidence: 1}
			for _, v := range row {
				set[v.Column()](&p, v)
			}
			if err := do(number, p); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err == nil && n == 0:
			err = io.ErrNoProgress
		}
		if err != nil {
			return wrong(err)
		}
	}
}

// preferenceSchema returns the schema of the columns that are read, and their numbers in the file.
func preferenceSchema(in *io.SectionReader) (schema *parquet.Schema, list []int, err error) {
	columns := parquet.Group{}
	err = rescue(keepError, func() error {
		file, err := openParquet(in)
		if err != nil {
			return err
		}
		for _, c := range preferenceColumns {
			leaf, ok := file.Schema().Lookup(c.name)
			switch {
			case !ok && c.optional:
				continue
			case !ok:
				return fmt.Errorf("it has no column %s", c.name)
			case !slices.Contains(c.is, leaf.Node.Type().Kind()) || leaf.MaxRepetitionLevel > 0:
				return fmt.Errorf("its column %s has no %s", c.name, c.kinds)
			}
			columns[c.name], list = leaf.Node, append(list, leaf.ColumnIndex)
		}
		return nil
	})
	return parquet.NewSchema("preferences", columns), list, err
}
