// Package must ends a test at the first error of a step that the test is not about, and compares single values.
package must

import "fmt"

// T is a test, benchmark, fuzz target or rapid check.
type T interface {
	Helper()
	Error(args ...any)
	Fatal(args ...any)
}

// Do ends the test with an error, if there is one.
func Do(t T, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Get returns what returns a value, or ends the test with the error beside it: must.Get(os.ReadFile(path))(t).
func Get[V any](value V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		Do(t, err)
		return value
	}
}

// Equal reports a value that differs from the wanted one, after a format and its values, which say of what it is.
func Equal[V comparable](t T, got, want V, context ...any) {
	if got == want {
		return
	}
	t.Helper()
	text := fmt.Sprintf("%#v, want %#v", got, want)
	if len(context) > 0 {
		text = fmt.Sprintf(context[0].(string), context[1:]...) + ": " + text
	}
	t.Error(text)
}
