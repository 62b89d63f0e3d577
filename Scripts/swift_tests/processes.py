"""The processes below one, by /proc: how much processor they got of what they wanted, where they are, their end.

Without /proc (macOS) the processor is taken to be quiet, but for PAGING_SLOWER.
"""
import os
import re
import signal
import subprocess
import time


class Tree:
    """The processes of a session and their descendants, and a clock of the time in which they could run."""

    def __init__(self, root):
        self.root = root
        self.served = 0.0
        self.ticks = Ticks()
        self._last = time.monotonic()
        self._threads = {}

    def members(self):
        """The processes, by number."""
        processes = _processes()
        parents = {process: parent for process, parent, _ in processes}
        found = {self.root} | {process for process, _, session in processes if session == self.root}
        while more := {process for process, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    def tick(self):
        """Moves `served` on by the time since the last call, without the part in which threads waited for a processor."""
        now = time.monotonic()
        wall, self._last = now - self._last, now
        threads, ran, waited = {}, 0, 0
        for process in self.members():
            for thread in _listed(f"/proc/{process}/task"):
                figures = _read(f"/proc/{process}/task/{thread}/schedstat").split()
                if len(figures) == 3:
                    threads[thread] = (int(figures[0]), int(figures[1]))
                    before = self._threads.get(thread, (0, 0))
                    ran, waited = ran + threads[thread][0] - before[0], waited + threads[thread][1] - before[1]
        if threads:
            tick = (wall, ran / 1e9, waited / 1e9)
            self.served += served(*tick)
            self.ticks.append(tick)
        else:
            self.served += wall / float(os.environ.get("PAGING_SLOWER", 1))
            self.ticks.clear()
        self._threads = threads

    def slept(self, seconds):
        """Whether every thread has slept for so long."""
        return self.ticks.slept(seconds) and not self._on_disk()

    def _on_disk(self):
        """Whether a thread waits for a disk."""
        return any(
            _read(f"/proc/{process}/task/{thread}/stat").rpartition(")")[2].startswith(" D")
            for process in self.members()
            for thread in _listed(f"/proc/{process}/task")
        )

    def end_tests(self):
        """Has the tests' processes print their open waits (PagingTesting's OpenWaits), and ends them. Returns where their threads were.

        `swift test` itself goes on, as it prints what they print, some of it only after their end.
        """
        tests = [process for process in self.members() if _is_test(process)]
        for process in tests:
            # Without a handler the signal would end the process.
            caught = [line.split()[1] for line in _read(f"/proc/{process}/status").splitlines() if line.startswith("SigCgt")]
            if caught and int(caught[0], 16) & (1 << (signal.SIGUSR1 - 1)):
                os.kill(process, signal.SIGUSR1)
        time.sleep(0.5)
        lines = [line for process in tests for line in threads(process)]
        _kill(tests)
        return lines

    def end(self):
        """Ends all of them, newcomers too."""
        for _ in range(20):
            members = [process for process in self.members() if _is_alive(process)]
            if not members:
                break
            _kill(members)
            time.sleep(0.05)


class Ticks(list):
    """Seconds of the wall, and those in which threads ran and waited for a processor, one after another."""

    def slept(self, seconds):
        """Whether threads did next to nothing in the last so many seconds. Timers of Dispatch wake some of them now and then, and on a
        busy machine those wait for their turn."""
        while self and sum(wall for wall, _, _ in self[1:]) >= seconds:
            self.pop(0)
        wall, ran, waited = (sum(column) for column in zip(*self)) if self else (0, 0, 0)
        return wall >= seconds and ran < 0.01 * wall and waited < 0.25 * wall


def served(wall, ran, waited):
    """How much of some seconds counts, where threads ran and waited for a processor for so many together."""
    wanted = min(1, (ran + waited) / wall) if wall > 0 else 0
    return wall * (1 - wanted * waited / (ran + waited)) if ran + waited > 0 else wall


# Threads at rest, and the frames that tell nothing.
REST = re.compile(
    r"_dispatch_(mgr_thread|sig_thread|event_loop_drain)|_createWaitThread"
    r"|_dispatch_semaphore_wait_slow [^\n]*\n#\d+ [^\n]*_dispatch_worker_thread")
FRAME = re.compile(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\S+) ?.*?(?: at (\S+))?$", re.MULTILINE)
SYSTEM = re.compile(
    r"futex|sem_wait|sema4_|pthread_cond|clone3|start_thread|^_start$|libc_start|_dispatch_(worker|lane|root|continuation|async)"
    r"|^swift_job_run$|runJobInEstablishedExecutorContext")


def threads(process):
    """The innermost frames of each thread that is not at rest, where gdb is installed."""
    try:
        text = subprocess.run(
            ["gdb", "-p", str(process), "-batch", "-ex", "thread apply all backtrace 30"],
            capture_output=True, text=True, errors="replace", timeout=40).stdout
        lines = backtraces(text)
        return subprocess.run(
            ["swift", "demangle", "--simplified"], input="\n".join(lines), capture_output=True, text=True, timeout=20).stdout.splitlines()
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return []


def backtraces(text):
    """The lines of gdb's output that tell where a thread is."""
    lines = []
    for thread in text.split("\nThread ")[1:]:
        frames = [(name, place) for name, place in FRAME.findall(thread) if not SYSTEM.search(name)]
        if frames and not REST.search(thread):
            lines.append(f"Thread {thread.split()[0]}:")
            lines += [f"    {name}" + (f" at {place}" if place else "") for name, place in frames[:8]]
    return lines


def _kill(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def _is_test(process):
    try:
        return ".xctest" in os.readlink(f"/proc/{process}/exe")
    except OSError:
        return False


def _is_alive(process):
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return not _read(f"/proc/{process}/stat").rpartition(")")[2].startswith(" Z")


def _processes():
    """Each process of the machine: its number, its parent's, its session's."""
    if not os.path.isdir("/proc/self/task"):
        lines = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True).stdout.splitlines()
        return [(*map(int, line.split()), None) for line in lines]
    found = []
    for entry in filter(str.isdigit, _listed("/proc")):
        # After the name, which may have any characters: state, parent, group, session.
        fields = _read(f"/proc/{entry}/stat").rpartition(")")[2].split()
        if len(fields) > 3:
            found.append((int(entry), int(fields[1]), int(fields[3])))
    return found


def _read(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _listed(path):
    try:
        return os.listdir(path)
    except OSError:
        return []
