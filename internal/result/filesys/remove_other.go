//go:build !windows

package filesys

import "os"

// remove removes a file or an empty folder.
func remove(root *os.Root, name string) error { return root.Remove(name) }
