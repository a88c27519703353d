// Package must ends a test at the first error of a step that the test is not about.
package must

// T is a test, benchmark, fuzz target or rapid check.
type T interface {
	Helper()
	Fatal(args ...any)
}

// Do ends the test with an error, if there is one.
func Do(t T, err error) {
	t.Helper()
	if err != nil {
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
