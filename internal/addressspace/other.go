//go:build !cgo || !linux

package addressspace

// save returns true and changes nothing: only binaries with cgo on Linux take more addresses than they use.
func save() bool { return true }
