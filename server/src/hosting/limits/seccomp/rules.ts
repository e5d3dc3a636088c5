import { EAFNOSUPPORT, ENOSYS, EPERM, EPROTONOSUPPORT } from './errno.ts';

/** Numbers on x86_64 and aarch64; null where the architecture has no such call. Source: the kernel's unistd.h of each. */
export type Call = readonly [x64: number, arm64: number | null];

/** When a conditional rule rejects: `argument` is the index; only its lower 32 bits are compared. */
export type Condition =
  | { argument: number; anyBit: number }
  | { argument: number; oneOf: readonly number[] }
  | { argument: number; noneOf: readonly number[] };

/** A call that is rejected, always or on any one of several conditions. */
export type Rule = { call: Call; errno: number; if?: readonly (Condition & { errno?: number })[] };

const refused = (calls: Record<string, Call>, errno = EPERM): Rule[] =>
  Object.values(calls).map((call) => ({ call, errno }));
const same = (number: number): Call => [number, number];

/**
 * Nothing that mounts, or leaves the root of the sandbox.
 * Source: Docker's default profile (moby/profiles, seccomp/default.json), which keeps these for CAP_SYS_ADMIN and CAP_SYS_CHROOT.
 */
const MOUNTS = refused({
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  swapon: [167, 224],
  swapoff: [168, 225],
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  mount_setattr: same(442),
});

/**
 * No namespaces: a user namespace would give capabilities back, and with them most of the kernel's past holes. clone3
 * hides its flags in memory that a filter cannot read; libc falls back to clone on ENOSYS.
 * Source: flatpak (common/flatpak-run.c, setup_seccomp), CVE-2021-41133; CLONE_NEW* of linux/sched.h.
 */
const CLONE_NEW = 0x7e020080;
const NAMESPACES: Rule[] = [
  ...refused({ unshare: [272, 97], setns: [308, 268] }),
  ...refused({ clone3: same(435) }, ENOSYS),
  { call: [56, 220], errno: EPERM, if: [{ argument: 0, anyBit: CLONE_NEW }] },
];

/** No looking into other processes. Source: Docker's profile (CAP_SYS_PTRACE), flatpak. */
const OTHER_PROCESSES = refused({
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: same(440),
  pidfd_getfd: same(438),
  kcmp: [312, 272],
});

/** Large parts of the kernel that websites never use and that had many holes. Source: Docker's profile; io_uring: Docker 25 and Android refuse it too. */
const KERNEL_PARTS = [
  ...refused({ add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219] }),
  ...refused({
    bpf: [321, 280],
    perf_event_open: [298, 241],
    userfaultfd: [323, 282],
    fanotify_init: [300, 262],
    lookup_dcookie: [212, 18],
  }),
  ...refused({ io_uring_setup: same(425), io_uring_enter: same(426), io_uring_register: same(427) }, ENOSYS),
  ...refused({
    mbind: [237, 235],
    set_mempolicy: [238, 237],
    migrate_pages: [256, 238],
    move_pages: [279, 239],
    set_mempolicy_home_node: same(450),
  }),
];

/**
 * The machine as a whole: modules, kernels, clock, names, quotas. Source: systemd's groups @module, @reboot, @swap,
 * @clock, @raw-io, @obsolete.
 */
const MACHINE = refused({
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  nfsservctl: [180, 42],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: same(443),
  syslog: [103, 116],
  vhangup: [153, 58],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
});

/**
 * No way around "nothing writable is executable" (files without a name in memory), no files by handle, and no pipes
 * or devices in a site's folder: opening one blocks forever.
 */
const FILES = [
  ...refused({ memfd_create: [319, 279], memfd_secret: same(447), execveat: [322, 281] }, ENOSYS),
  ...refused({ name_to_handle_at: [303, 264], open_by_handle_at: [304, 265], mknod: [133, null], mknodat: [259, 33] }),
];

/**
 * Sockets of the local machine and of the internet, TCP and UDP alone: no AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, SCTP, MPTCP.
 * Numbers: sys/socket.h (AF_UNIX 1, AF_INET 2, AF_INET6 10), netinet/in.h (ICMP 1, TCP 6, UDP 17). Source: systemd's RestrictAddressFamilies=, flatpak.
 */
const FAMILIES = { argument: 0, noneOf: [1, 2, 10], errno: EAFNOSUPPORT } as const;
const PROTOCOLS = { argument: 2, noneOf: [0, 1, 6, 17] } as const;
const SOCKETS: Rule[] = [
  { call: [41, 198], errno: EPROTONOSUPPORT, if: [FAMILIES, PROTOCOLS] },
  { call: [53, 199], errno: EPROTONOSUPPORT, if: [FAMILIES, PROTOCOLS] },
];

/**
 * No typing into a terminal (TIOCSTI, TIOCLINUX; asm-generic/ioctls.h, CVE-2017-5226 of bubblewrap), and no other
 * execution domain (personality(2)): one would switch address randomisation off.
 */
const ODDITIES: Rule[] = [
  { call: [16, 29], errno: EPERM, if: [{ argument: 1, oneOf: [0x5412, 0x541c] }] },
  { call: [135, 92], errno: EPERM, if: [{ argument: 0, noneOf: [0, 0xffffffff] }] },
];

/** The highest call when these rules were written (mseal): later ones fail as on an older kernel. */
export const LAST_KNOWN_CALL = 462;

export const RULES: readonly Rule[] = [
  ...MOUNTS,
  ...NAMESPACES,
  ...OTHER_PROCESSES,
  ...KERNEL_PARTS,
  ...MACHINE,
  ...FILES,
  ...SOCKETS,
  ...ODDITIES,
];
