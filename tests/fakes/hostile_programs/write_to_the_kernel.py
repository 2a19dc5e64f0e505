# It got out if settings of the kernel can be written.
for path in (
    "/proc/sys/kernel/core_pattern",
    "/proc/sysrq-trigger",
    "/proc/sys/vm/drop_caches",
    "/proc/self/oom_score_adj",
    "/sys/kernel/uevent_helper",
    "/sys/fs/cgroup/cgroup.procs",
    "/proc/self/uid_map",
    "/proc/self/mem",
):
    try:
        open(path, "r+b", buffering=0)
        print("GOT OUT", path)
    except OSError:
        pass
