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

// Unnamed gives a temporary file that no folder lists, where the system allows that: it is gone when the program is.
func Unnamed() (*os.File, error) {
	file, err := os.CreateTemp("", "axiomine-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // a system that keeps it until it is closed leaves it to the cleaning of its temporary folder
	return file, nil
}
