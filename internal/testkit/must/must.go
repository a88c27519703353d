// Package must ends a test at the first error of a step that the test is not about.
package must

// test is a test, benchmark, fuzz target or rapid check.
type test interface {
	Helper()
	Fatal(args ...any)
}

// Do ends the test with an error, if there is one.
func Do(t test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns what returns a value, or ends the test with the error beside it: must.Get(os.ReadFile(path))(t).
func Get[T any](value T, err error) func(test) T {
	return func(t test) T {
		t.Helper()
		Do(t, err)
		return value
	}
}
