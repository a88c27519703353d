// Package build holds the name and the version of the program.
package build

import "runtime"

// Version is the release that this source tree is, or the next one. Only a test sets another value.
var Version = "0.1.0"

// CreatedBy returns the parts of a Parquet file's created_by, "axiomine version 0.1.0 (build go1.26.0)". version ends in a space, which
// parquet-go does not write. build is the Go version, not a commit, so that all builds of a version write the same bytes.
func CreatedBy() (name, version, build string) { return "axiomine", Version + " ", runtime.Version() }
