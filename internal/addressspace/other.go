//go:build !cgo || !linux

package addressspace

// save has nothing to do: only binaries with cgo on Linux take more addresses than they use.
func save() bool { return true }
