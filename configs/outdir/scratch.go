package outdir

import "os"

// Scratch lets work fill a temporary directory, which is removed afterwards.
func Scratch(work func(out *Dir) error) error {
	folder, err := os.MkdirTemp("", "axiomine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	out, err := Claim(folder, Fresh)
	if err != nil {
		return err
	}
	defer out.Close()
	return work(out)
}
