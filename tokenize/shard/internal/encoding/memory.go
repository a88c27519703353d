package encoding

import (
	"encoding/json"
	"io"
	"path"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// memoryOf returns the size in bytes of a row, or of one of its fields, in Arrow's columns. Hugging
// Face datasets calls it num_bytes: texts and lists have an offset of four bytes each, numbers
// their width, nulls too. The end of a table's offsets and its bits for nulls are left out. A nil
// field that JSON omits has no column.
func memoryOf(v reflect.Value) (n int64) {
	const offset = 4
	switch v.Kind() {
	case reflect.Interface:
		return memoryOf(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return memoryOf(reflect.Zero(v.Type().Elem()))
		}
		return memoryOf(v.Elem())
	case reflect.String:
		return offset + int64(v.Len())
	case reflect.Slice:
		n = offset
		switch kind := v.Type().Elem().Kind(); kind {
		case reflect.String, reflect.Struct:
			for i := range v.Len() {
				n += memoryOf(v.Index(i))
			}
		default:
			n += int64(v.Len()) * int64(v.Type().Elem().Size())
		}
		return n
	case reflect.Struct:
		omits := omitsZero(v.Type())
		for i := range v.NumField() {
			if omits == nil || !omits[i] || !v.Field(i).IsZero() {
				n += memoryOf(v.Field(i))
			}
		}
		return n
	}
	return int64(v.Type().Size())
}

// omitsZero returns for every field of a struct whether JSON omits it where it is zero; nil: no
// field is omitted.
func omitsZero(row reflect.Type) []bool {
	if entry, ok := omits.Load(row); ok {
		return entry.([]bool)
	}
	var fields []bool
	for i := range row.NumField() {
		if strings.HasSuffix(row.Field(i).Tag.Get("json"), ",omitempty") {
			if fields == nil {
				fields = make([]bool, row.NumField())
			}
			fields[i] = true
		}
	}
	omits.Store(row, fields)
	return fields
}

var omits sync.Map // by type: tags are slow to read

// isOmitted reports whether field i of a struct is not in its JSON.
func isOmitted(v reflect.Value, i int) bool {
	omits := omitsZero(v.Type())
	return omits != nil && omits[i] && v.Field(i).IsZero()
}

// memoryKey is the key of a Parquet file's metadata that holds the memory of its rows.
const memoryKey = "num_bytes"

// parquetMemory reads the memory of its rows from a Parquet file.
func parquetMemory(full string) (n int64, err error) {
	err = WithParquet(full, func(file *parquet.File) error {
		text, _ := file.Lookup(memoryKey)
		n, err = strconv.ParseInt(text, 10, 64)
		return err
	})
	return n, err
}

// lineMemory returns a function that sums the memory of the rows of a file of JSON lines, which
// have this type.
func lineMemory(row reflect.Type) func(full string) (int64, error) {
	return func(full string) (n int64, err error) {
		err = eachLine(full, func(number int, line []byte) error {
			v := reflect.New(row)
			if err := json.Unmarshal(line, v.Interface()); err != nil {
				return errs.BadInput(full, number, "write it again", "%v", err)
			}
			n += memoryOf(v)
			return nil
		})
		return n, err
	}
}

// DescribeLines makes tables of the card from the folders of JSON lines that are to be configs.
func DescribeLines(about string, files []Part) {
	infos := map[string]*TableInfo{}
	for i, file := range files {
		if file.lines == nil {
			continue
		}
		folder := path.Dir(file.Path)
		if infos[folder] == nil {
			infos[folder] = &TableInfo{Config: folder, About: about, Lines: file.lines}
		}
		files[i].Table, files[i].Memory = infos[folder], lineMemory(file.lines)
	}
}

// FirstColumns returns the columns of a file of JSON lines: those of the row's type that its first
// line has.
func FirstColumns(full string, row reflect.Type) (columns []Column, err error) {
	v := reflect.New(row)
	file, err := safefile.Open(full)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := json.NewDecoder(file).Decode(v.Interface()); err != nil && err != io.EOF { // a file may be empty
		return nil, errs.BadJSON(full, nil, "write it again", "no row", err)
	}
	return lineColumns(v.Elem()), nil
}

// lineColumns returns the columns of a row of JSON. A label is a number: one file can have tasks
// with different classes.
func lineColumns(v reflect.Value) (columns []Column) {
	for i := range v.NumField() {
		if isOmitted(v, i) {
			continue
		}
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		c := Column{Name: name}
		kind := f.Type
		switch kind.Kind() {
		case reflect.Pointer:
			kind = kind.Elem()
		case reflect.Slice:
			c.List, kind = true, kind.Elem()
			if kind.Kind() == reflect.Struct {
				sample := reflect.Zero(kind)
				if v.Field(i).Len() > 0 {
					sample = v.Field(i).Index(0)
				}
				c.Fields = lineColumns(sample)
			}
		}
		c.DType = kind.Kind().String()
		columns = append(columns, c)
	}
	return columns
}
