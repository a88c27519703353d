package result

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// lockName is the name of the lock. The operating system keeps the file locked until its process ends. The file names this process and its
// temporary folder. If the process is killed, the next process removes that folder.
const lockName = ".lock"

// holder is the content of the lock file: the process that holds the lock.
type holder struct {
	Program   string `json:"lock_of"` // always this program
	PID       int    `json:"pid"`
	Host      string `json:"host"`
	Command   string `json:"command"`
	Temporary string `json:"temporary"` // the name of its folder of temporary files, beside the lock
}

const program = "axiomine"

func (h holder) String() string {
	return fmt.Sprintf("process %d on %s (%s)", h.PID, h.Host, h.Command)
}

// lock is a directory's lock that this process holds. Several claims of the directory in this process share the lock.
type lock struct {
	path      string // the directory's path, with links resolved
	file      filesys.File
	folder    string // the name of the folder of temporary files in the directory
	takenOver string // describes the dead process that held the lock before; "" for none
	mu        sync.Mutex
	users     int  // the number of claims in this process that share the lock
	files     int  // the number of temporary names so far
	hasFolder bool // whether the folder exists
}

// locks holds the locks of this process, by directory.
var locks = struct {
	sync.Mutex
	held map[string]*lock
}{held: map[string]*lock{}}

// holdLock locks a directory. dir is its name for messages.
func holdLock(root filesys.FS, dir string) (*lock, error) {
	real, err := filepath.Abs(root.Path("."))
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return nil, err
	}
	locks.Lock()
	defer locks.Unlock()
	if l := locks.held[real]; l != nil {
		ok, err := isSame(root, l.file)
		if err != nil {
			return nil, err
		}
		if ok {
			l.users++
			return l, nil
		}
	}
	l := &lock{path: real, users: 1}
	if err := l.acquire(root, dir); err != nil {
		return nil, err
	}
	locks.held[real] = l
	return l, nil
}

// isSame reports whether f is still the directory's lock file. Another process may have removed it.
func isSame(root filesys.FS, f filesys.File) (bool, error) {
	now, err := root.Lstat(lockName)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ours, err := f.Stat()
	return err == nil && os.SameFile(now, ours), err
}

// acquire opens, locks and signs the lock file. dir is the directory's name for messages.
func (l *lock) acquire(root filesys.FS, dir string) error {
	for {
		if info, err := root.Lstat(lockName); err == nil && !info.Mode().IsRegular() {
			return errs.BadUsage("name another directory", "%s is not a lock of %s", filepath.Join(dir, lockName), program)
		}
		f, err := root.OpenFile(lockName, os.O_RDWR|os.O_CREATE)
		if err != nil {
			return err
		}
		err = f.Lock()
		switch {
		case errors.Is(err, filesys.ErrHeld):
			defer f.Close()
			return errs.BadUsage("wait for it, or name another directory", "%s is locked (%s) by %s", dir, lockName, describeHolder(f))
		case errors.Is(err, errors.ErrUnsupported): // this system cannot lock files: continue without a lock
		case err != nil:
			f.Close()
			return err
		}
		ok, err := isSame(root, f)
		if err != nil {
			f.Close()
			return err
		}
		if !ok { // the holder removed the file meanwhile
			f.Close()
			continue
		}
		l.file = f
		ours, err := l.sign(root, dir)
		if err != nil && ours {
			root.Remove(lockName)
		}
		if err != nil {
			f.Close()
		}
		return err
	}
}

// describeHolder describes the process that holds a lock. It waits a moment for a holder that has not signed yet.
func describeHolder(f filesys.File) string {
	for range 20 {
		if h, state, err := readHolder(f); err == nil && state == signed {
			return h.String()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "another process"
}

// signature is the state of a file that has the lock's name.
type signature int

const (
	foreign  signature = iota // no file, or a file of another program
	unsigned                  // not signed yet, or cut by a crash of the machine; it names no temporary folder
	signed
)

// readHolder reads the content of a lock file.
func readHolder(f filesys.File) (h holder, state signature, err error) {
	const most = 1 << 16 // bytes
	raw, err := io.ReadAll(io.NewSectionReader(f, 0, most))
	if err != nil {
		return h, foreign, err
	}
	if json.Unmarshal(raw, &h) == nil && h.Program == program {
		return h, signed, nil
	}
	const begin = `{"lock_of":"` + program + `"`
	text := string(bytes.TrimRight(raw, "\x00"))
	if len(raw) < most && (strings.HasPrefix(text, begin) || strings.HasPrefix(begin, text)) {
		return h, unsigned, nil
	}
	return h, foreign, nil
}

// lockState returns the state of the directory's lock file, and foreign if there is none.
func lockState(root filesys.FS) (signature, error) {
	info, err := root.Lstat(lockName)
	if err == nil && !info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) {
		return foreign, nil
	}
	var f filesys.File
	if err == nil {
		f, err = root.OpenFile(lockName, filesys.Read)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return foreign, nil
	}
	if err != nil {
		return foreign, err
	}
	defer f.Close()
	_, state, err := readHolder(f)
	return state, err
}

// sign removes the temporary folder of the former holder, then writes this process into the lock. ours is false if the file belongs to
// another program.
func (l *lock) sign(root filesys.FS, dir string) (ours bool, err error) {
	current, state, err := readHolder(l.file)
	if err != nil {
		return false, err
	}
	if state == foreign {
		return false, errs.BadUsage("name another directory", "%s is not a lock of %s", filepath.Join(dir, lockName), program)
	}
	if state == signed {
		l.takenOver = current.String()
		if isTemporary(current.Temporary) {
			if err := filesys.RemoveAll(root, current.Temporary); err != nil {
				return false, err // the lock still names the folder to remove
			}
		}
	}
	random := make([]byte, 8)
	if _, err := rand.Read(random); err != nil {
		return true, err
	}
	l.folder = temporaryPrefix + hex.EncodeToString(random)
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	raw, err := json.Marshal(holder{Program: program, PID: os.Getpid(), Host: host, Command: strings.Join(os.Args, " "), Temporary: l.folder})
	if err != nil {
		return true, err
	}
	if err := l.file.Truncate(0); err != nil {
		return true, err
	}
	if _, err = l.file.WriteAt(append(raw, '\n'), 0); err == nil {
		err = l.file.Sync()
	}
	if err == nil {
		err = root.SyncDir(".") // before any temporary file exists
	}
	return true, err
}

const temporaryPrefix = ".part-"

var temporaryName = lazy.Regexp(`^\` + temporaryPrefix + `[0-9a-f]{16}$`)

// isTemporary reports whether a name has the form of this program's temporary folders.
func isTemporary(name string) bool { return temporaryName().MatchString(name) }

// temporary returns an unused name below the root.
func (l *lock) temporary(root filesys.FS) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.hasFolder {
		if err := root.Mkdir(l.folder); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		l.hasFolder = true
	}
	l.files++
	return fmt.Sprintf("%s/%d", l.folder, l.files), nil
}

// release unlocks the lock and removes it when the last claim in this process ends.
func (l *lock) release(root filesys.FS) error {
	locks.Lock()
	defer locks.Unlock()
	if l.users--; l.users > 0 {
		return nil
	}
	if locks.held[l.path] == l {
		delete(locks.held, l.path)
	}
	ok, err := isSame(root, l.file)
	if err == nil && !ok { // the directory was removed, or is another one
		return l.file.Close()
	}
	if err == nil {
		err = filesys.RemoveAll(root, l.folder)
	}
	if err == nil {
		err = root.SyncDir(".") // makes the removal durable before the lock, which names the folder, is removed
	}
	if err != nil {
		return errors.Join(err, l.file.Close()) // the lock still names the folder to remove
	}
	if filesys.CanRemoveOpen {
		err = errors.Join(err, root.Remove(lockName))
		return errors.Join(err, l.file.Close())
	}
	err = errors.Join(err, l.file.Close())
	root.Remove(lockName) // may fail if the next process has the file open, which is harmless
	return err
}
