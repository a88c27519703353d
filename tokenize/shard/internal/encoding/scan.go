package encoding

import (
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// WithParquet opens a Parquet file for the call of use. A damaged file is an error.
func WithParquet(full string, use func(*parquet.File) error) error {
	return pairs.WithParquet(full, use)
}

// eachString calls f with every value of a string column, in order; a null is "".
func eachString(file *parquet.File, column string, f func(string)) error {
	return eachValue(file, []string{column}, func(v parquet.Value) { f(string(v.ByteArray())) })
}

// eachPair calls f with the task of every pair, and with its source where rows name theirs. The
// rows of a pair are neighbours and have its uid.
func eachPair(file *parquet.File, f func(Kind)) error {
	var first []bool
	last, isAny := "", false
	if err := eachString(file, "uid", func(uid string) {
		first = append(first, !isAny || uid != last)
		last, isAny = uid, true
	}); err != nil {
		return err
	}
	var sources []string
	if _, ok := file.Schema().Lookup("source"); ok {
		copies := map[string]string{} // one copy of each
		if err := eachString(file, "source", func(source string) {
			if _, ok := copies[source]; !ok {
				copies[source] = source
			}
			sources = append(sources, copies[source])
		}); err != nil {
			return err
		}
	}
	i := 0
	return eachString(file, "task", func(task string) {
		if first[i] {
			k := Kind{Task: task}
			if sources != nil {
				k.Source = sources[i]
			}
			f(k)
		}
		i++
	})
}

// eachValue calls f with every value of a leaf column, in order.
func eachValue(file *parquet.File, leaf []string, f func(parquet.Value)) error {
	column, ok := file.Schema().Lookup(leaf...)
	if !ok {
		return fmt.Errorf("no column %s", strings.Join(leaf, "."))
	}
	buffer := make([]parquet.Value, 1024)
	for _, group := range file.RowGroups() {
		pages := group.ColumnChunks()[column.ColumnIndex].Pages()
		err := eachPage(pages, buffer, f)
		if err := pages.Close(); err != nil {
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func eachPage(pages parquet.Pages, buffer []parquet.Value, f func(parquet.Value)) error {
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for values := page.Values(); ; {
			n, err := values.ReadValues(buffer)
			for _, v := range buffer[:n] {
				f(v)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		parquet.Release(page)
	}
}
