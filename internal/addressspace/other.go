//go:build !cgo || !linux

package addressspace

// restart returns true and changes nothing: only binaries with cgo on Linux take more addresses than they use.
func restart() bool { return true }
