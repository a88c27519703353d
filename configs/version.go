package configs

import (
	"runtime"
	"runtime/debug"

	"github.com/axiomine/axiomine/internal/build"
)

// Version is that of the program.
var Version = build.Version

// Commit returns the commit the binary was built from, "unknown" where the build does not tell.
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

// Versions returns the versions of all that decides the numbers of a run beside its inputs and configuration. The processor does not.
func Versions() map[string]string {
	return map[string]string{"axiomine": Version, "go": runtime.Version()}
}
