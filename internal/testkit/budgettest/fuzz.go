package budgettest

import (
	"reflect"
	"testing"
)

// Fuzz calls f.Fuzz with a body, a function of *testing.T and of the input's parts. It fails on an input that takes more memory or time
// than Run allows.
func Fuzz(f *testing.F, body any) {
	f.Helper()
	work := reflect.ValueOf(body)
	limitedWork := reflect.MakeFunc(work.Type(), func(args []reflect.Value) []reflect.Value {
		Run(args[0].Interface().(*testing.T), size(args[1:]), func() { work.Call(args) })
		return nil
	})
	start := f.Fuzz // vet wants a function that it can read
	start(limitedWork.Interface())
}

// size returns how many bytes the texts of an input have.
func size(parts []reflect.Value) (bytes int) {
	for _, part := range parts {
		if part.Kind() == reflect.String || part.Kind() == reflect.Slice {
			bytes += part.Len()
		}
	}
	return bytes
}
