//go:build !cgo || !linux

package command

// SaveAddresses is for binaries with cgo on Linux: elsewhere it does nothing.
func SaveAddresses() {}
