package filesys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

// CanRemoveOpen reports whether a file can be removed while it is open.
const CanRemoveOpen = false

// tryLock locks a file for as long as it is open. It locks a byte far beyond the end, so that other processes can read the holder's name.
func tryLock(f *os.File) error {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	switch err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, far); {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrHeld
	default:
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
}

// Map maps the first size bytes of a file for reading.
func Map(f *os.File, size int) ([]byte, error) {
	mapping, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, uint32(uint64(size)>>32), uint32(size), nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateFileMapping", err)
	}
	defer windows.CloseHandle(mapping) // the view keeps the mapping open
	address, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, os.NewSyscallError("MapViewOfFile", err)
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), size), nil
}

// Unmap releases a mapping of Map.
func Unmap(b []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}

// remove removes a file or an empty folder. Network drives and Wine do not support the call that os makes. There the older call marks the
// file, which is removed when it is closed.
func remove(root *os.Root, name string) error {
	err := root.Remove(name)
	if errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		return markRemoved(root, name)
	}
	return err
}

// markRemoved removes a file or an empty folder by its folder's handle, so that no link is followed.
func markRemoved(root *os.Root, name string) error {
	fail := func(err error) error { return &fs.PathError{Op: "remove", Path: name, Err: err} }
	folder, err := root.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	text, err := windows.NewNTUnicodeString(filepath.Base(name))
	if err != nil {
		return fail(err)
	}
	object := windows.OBJECT_ATTRIBUTES{RootDirectory: windows.Handle(folder.Fd()), ObjectName: text}
	object.Length = uint32(unsafe.Sizeof(object))
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	const options = windows.FILE_OPEN_REPARSE_POINT | windows.FILE_OPEN_FOR_BACKUP_INTENT
	var file windows.Handle
	var status windows.IO_STATUS_BLOCK
	err = windows.NtCreateFile(&file, windows.DELETE, &object, &status, nil, 0, share, windows.FILE_OPEN, options, 0, 0)
	if status, ok := errors.AsType[windows.NTStatus](err); ok {
		return fail(status.Errno())
	}
	defer windows.CloseHandle(file)
	marked := byte(1)
	if err := windows.SetFileInformationByHandle(file, windows.FileDispositionInfo, &marked, 1); err != nil {
		return fail(err)
	}
	return nil
}

// syncFolder does nothing, since Windows can sync only files.
func syncFolder(*os.File) error { return nil }
