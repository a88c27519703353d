package pairs

import "reflect"

// AddCounts adds to every whole number of sum that of more: those of its exported fields, and of structs, arrays and slices in them, which
// are of one length. Other fields stay.
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
