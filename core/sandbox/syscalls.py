"""The system calls that a program is refused, by what they would give it, with their numbers on each machine."""

from __future__ import annotations

from typing import Final

MACHINES: Final = ("x86_64", "aarch64")
"""The machines as `os.uname` names them, in the order of the numbers below."""
Calls = dict[str, tuple[int, ...]]
NONE: Final = -1
"""A machine does not have this one."""

NETWORK: Final[Calls] = {
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "listen": (50, 201),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "sendmmsg": (307, 269),
    "recvmmsg": (299, 243),
}
"""A socket that leads anywhere; a pair of them, for a program's own threads, stays."""

PROCESSES: Final[Calls] = {
    "fork": (57, NONE),
    "vfork": (58, NONE),
    "execve": (59, 221),
    "execveat": (322, 281),
}
"""Another process, or another program in this one."""

SIGNALS: Final[Calls] = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "setpgid": (109, 154),
    "setsid": (112, 157),
}
"""Signals to anybody but itself, and leaving the group that is killed as one."""

OTHERS: Final[Calls] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
"""Looking into, or writing into, other processes."""

MOUNTS: Final[Calls] = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "open_tree_attr": (467, 467),
}
"""Another view of the files, and of everything else that a namespace shows."""

SYSTEM: Final[Calls] = {
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "acct": (163, 89),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "nfsservctl": (180, 42),
    "ioperm": (173, NONE),
    "iopl": (172, NONE),
    "uselib": (134, NONE),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "personality": (135, 92),
    "lookup_dcookie": (212, 18),
    "modify_ldt": (154, NONE),
    "sysfs": (139, NONE),
    "_sysctl": (156, NONE),
    "ustat": (136, NONE),
    "sync": (162, 81),
    "syncfs": (306, 267),
}
"""The machine itself."""

KEYS: Final[Calls] = {
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
"""The kernel's keyrings, which no namespace holds back."""

KERNEL: Final[Calls] = {
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    "io_destroy": (207, 1),
    "io_getevents": (208, 4),
    "io_cancel": (210, 3),
    "io_pgetevents": (333, 292),
}
"""Wide doors into the kernel; those of io_uring lead past every filter."""

MEMORY: Final[Calls] = {
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    "remap_file_pages": (216, 234),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
}
"""Memory that no limit of an address space counts, and queues that outlive a process."""

PRIORITY: Final[Calls] = {
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
}
"""A larger share of the machine."""

METADATA: Final[Calls] = {
    "chmod": (90, NONE),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, NONE),
    "fchown": (93, 55),
    "lchown": (94, NONE),
    "fchownat": (260, 54),
    "utime": (132, NONE),
    "utimes": (235, NONE),
    "futimesat": (261, NONE),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "truncate": (76, 45),
    "mknod": (133, NONE),
    "mknodat": (259, 33),
    "creat": (85, NONE),
    "file_setattr": (469, 469),
    "flock": (73, 32),
}
"""Modes, owners, times and attributes of the same user's files, which Landlock does not watch over."""

WATCHING: Final[Calls] = {
    "inotify_init": (253, NONE),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
}
"""Hearing of other people's files."""

IDENTITY: Final[Calls] = {
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setgroups": (116, 159),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "capset": (126, 91),
}
"""Being somebody else."""

LOOKED_INTO: Final[Calls] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "open": (2, NONE),
    "openat": (257, 56),
    "openat2": (437, 437),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "sendto": (44, 206),
    "socketpair": (53, 199),
    "tgkill": (234, 131),
}
"""Refused or allowed by what they are asked for."""

ALWAYS: Final[Calls] = {
    **NETWORK,
    **SIGNALS,
    **OTHERS,
    **MOUNTS,
    **SYSTEM,
    **KEYS,
    **KERNEL,
    **MEMORY,
    **PRIORITY,
    **WATCHING,
    **IDENTITY,
}
"""The calls that a compiler is refused as well."""
