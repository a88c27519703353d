package configs

import (
	"fmt"
	"math"
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

// value parses text as the field's kind; the error says what was wanted.
func (f Field) value(text string) (value any, err error) {
	wanted := ""
	switch f.Kind {
	case reflect.Int:
		wanted = "a whole number"
		value, err = strconv.Atoi(text)
	case reflect.Float64:
		wanted = "a number"
		var x float64
		if x, err = strconv.ParseFloat(text, 64); math.IsNaN(x) || math.IsInf(x, 0) {
			err = strconv.ErrRange
		}
		value = x
	case reflect.Bool:
		wanted = "true or false"
		value, err = strconv.ParseBool(text)
	default:
		return text, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%q is not %s", text, wanted)
	}
	return value, nil
}

// Get gives the field's value in c.
func (f Field) Get(c *Config) any { return reflect.ValueOf(c).Elem().FieldByIndex(f.index).Interface() }
