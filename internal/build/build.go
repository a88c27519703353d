// Package build says which program this is.
package build

import "runtime"

// Version is the release this source tree is or becomes. Only a test links another one.
var Version = "0.1.0"

// CreatedBy returns what Parquet files name as their program, "axiomine version 0.1.0 (build go1.26.0)": name, version and build. parquet-go
// writes no space after the version. The build is the Go version and no commit, so that two builds of one version write the same bytes.
func CreatedBy() (name, version, build string) { return "axiomine", Version + " ", runtime.Version() }
