package pairs

import "reflect"

// AddCounts adds the integers of more to those of sum: exported fields, also in nested structs, arrays and slices. Slices must have the
// same length in both. Other fields do not change.
func AddCounts[T any](sum *T, more T) { addNumbers(reflect.ValueOf(sum).Elem(), reflect.ValueOf(more)) }

func addNumbers(sum, more reflect.Value) {
	switch sum.Kind() {
	case reflect.Int, reflect.Int64:
		sum.SetInt(sum.Int() + more.Int())
	case reflect.Struct:
		for i := range sum.NumField() {
			addNumbers(sum.Field(i), more.Field(i))
		}
	case reflect.Array, reflect.Slice:
		for i := range sum.Len() {
			addNumbers(sum.Index(i), more.Index(i))
		}
	}
}
