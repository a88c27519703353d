package pairs

import "reflect"

// AddCounts adds each integer field of more to the same field of sum, also in nested structs, arrays and slices. The fields must be
// exported, and slices must have the same length in both. Fields of other types do not change.
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
