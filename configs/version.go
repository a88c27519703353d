package configs

import (
	"runtime"
	"runtime/debug"

	"github.com/axiomine/axiomine/internal/build"
)

// Version is the version of the program.
var Version = build.Version

// Commit returns the commit from which the binary was built; "unknown" if the build did not record it.
func Commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}

// Versions returns the versions of the program and of everything else that decides results, by name. The processor decides none.
func Versions() map[string]string {
	return map[string]string{"axiomine": Version, "go": runtime.Version()}
}
