//go:build !cgo || !linux

package main

// thrifty is for binaries with cgo on Linux.
func thrifty() {}
