package configs

import (
	"reflect"
	"strconv"
	"strings"
)

// Field is one key of the configuration, read off the struct tags.
type Field struct {
	Key     string // "gen.k1"
	Noun    string // "gen"
	Name    string // "k1"
	Default string
	Doc     string
	Kind    reflect.Kind // String, Int, Float64 or Bool
	index   []int
}

// Flag is the key's flag without dashes: the name in kebab-case.
func (f Field) Flag() string { return strings.ReplaceAll(f.Name, "_", "-") }

// Env is the environment variable that sets the key.
func (f Field) Env() string {
	return "AXIOMINE_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(f.Key))
}

// Fields lists every key in the order of the structs.
func Fields() []Field {
	var fields []Field
	root := reflect.TypeFor[Config]()
	for i := range root.NumField() {
		noun := root.Field(i)
		for j := range noun.Type.NumField() {
			f := noun.Type.Field(j)
			name := f.Tag.Get("mapstructure")
			fields = append(fields, Field{Key: noun.Tag.Get("mapstructure") + "." + name, Noun: noun.Tag.Get("mapstructure"), Name: name,
				Default: f.Tag.Get("default"), Doc: f.Tag.Get("doc"), Kind: f.Type.Kind(), index: []int{i, j}})
		}
	}
	return fields
}

// value parses text as the field's kind.
func (f Field) value(text string) (any, error) {
	switch f.Kind {
	case reflect.Int:
		return strconv.Atoi(orZero(text))
	case reflect.Float64:
		return strconv.ParseFloat(orZero(text), 64)
	case reflect.Bool:
		return strconv.ParseBool(orFalse(text))
	}
	return text, nil
}

func orZero(text string) string {
	if text == "" {
		return "0"
	}
	return text
}

func orFalse(text string) string {
	if text == "" {
		return "false"
	}
	return text
}

// Get gives the field's value in c.
func (f Field) Get(c *Config) any { return reflect.ValueOf(c).Elem().FieldByIndex(f.index).Interface() }

// nearest gives the known key or name with the smallest edit distance to text.
func nearest(text string, known []string) string {
	best, least := "", len(text)+1
	for _, k := range known {
		if d := editDistance(text, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// editDistance is Levenshtein's distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
