/** Numbers of asm-generic/errno.h, the same on x86_64 and aarch64 whatever this program runs on. */
export const EPERM = 1;
export const ENOSYS = 38;
export const EPROTONOSUPPORT = 93;
export const EAFNOSUPPORT = 97;
