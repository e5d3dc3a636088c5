import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile, seccompFilter } from '../../src/hosting/limits/seccomp/filter.ts';
import type { FilteredArch } from '../../src/hosting/limits/seccomp/filter.ts';
import type { Instruction } from '../../src/hosting/limits/seccomp/bpf.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003 };
const ALLOWED = 0x7fff0000;
const KILLED = 0x80000000;
const errno = (number: number) => 0x00050000 | number;

/** Interprets the filter as the kernel does, for the few instructions that it uses (linux/bpf_common.h). */
function decide(program: Instruction[], call: { audit: number; number: number; args?: number[] }): number {
  const data = new Map([
    [0, call.number],
    [4, call.audit],
    ...(call.args ?? []).map((value, index) => [16 + 8 * index, value] as const),
  ]);
  let word = 0;
  for (let at = 0; at < program.length; at += 1) {
    const step = program[at];
    if (step === undefined) break;
    const { code, jt, jf, k } = step;
    if (code === 0x06) return k;
    if (code === 0x20) word = (data.get(k) ?? 0) >>> 0;
    else if (code === 0x15) at += word === k ? jt : jf;
    else if (code === 0x35) at += word >= k ? jt : jf;
    else if (code === 0x45) at += (word & k) !== 0 ? jt : jf;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter ends without an answer');
}

/** Numbers of each architecture, from its unistd.h. */
const NUMBERS = {
  x64: {
    read: 0,
    openat: 257,
    execve: 59,
    clone: 56,
    socket: 41,
    ioctl: 16,
    personality: 135,
    ptrace: 101,
    mount: 165,
    unshare: 272,
    clone3: 435,
    mknodat: 259,
    setresuid: 117,
    mmap: 9,
    openByHandle: 304,
  },
  arm64: {
    read: 63,
    openat: 56,
    execve: 221,
    clone: 220,
    socket: 198,
    ioctl: 29,
    personality: 92,
    ptrace: 117,
    mount: 40,
    unshare: 97,
    clone3: 435,
    mknodat: 33,
    setresuid: 147,
    mmap: 222,
    openByHandle: 265,
  },
} as const;

for (const arch of ['x64', 'arm64'] satisfies FilteredArch[]) {
  describe(`the seccomp filter (${arch})`, () => {
    const n = NUMBERS[arch];
    const program = compile(arch);
    const of = (number: number, ...args: number[]) => decide(program, { audit: AUDIT[arch], number, args });

    test('lets PHP and the tool that drops root work', () => {
      for (const number of [n.read, n.openat, n.execve, n.setresuid, n.mmap]) assert.equal(of(number), ALLOWED);
    });

    test('rejects what leads out of the sandbox or into the kernel', () => {
      for (const number of [n.ptrace, n.mount, n.unshare, n.mknodat, n.openByHandle])
        assert.equal(of(number), errno(1));
      assert.equal(of(n.clone3), errno(38));
      assert.equal(of(5000), errno(38));
    });

    test('allows threads and children, but no namespaces', () => {
      assert.equal(of(n.clone, 0x3d0f00), ALLOWED);
      assert.equal(of(n.clone, 0x1200011), ALLOWED);
      for (const flag of [0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x80])
        assert.equal(of(n.clone, 0x11 | flag), errno(1), flag.toString(16));
    });

    test('allows sockets of this machine, TCP and UDP only', () => {
      for (const family of [1, 2, 10])
        for (const protocol of [0, 6, 17]) assert.equal(of(n.socket, family, 1, protocol), ALLOWED);
      for (const family of [0, 3, 16, 17, 38, 40, 43])
        assert.equal(of(n.socket, family, 1, 0), errno(97), `family ${family}`);
      for (const protocol of [132, 136, 262])
        assert.equal(of(n.socket, 2, 1, protocol), errno(93), `protocol ${protocol}`);
    });

    test('allows no typing into terminals, no other execution domain', () => {
      assert.equal(of(n.ioctl, 1, 0x5401), ALLOWED);
      for (const request of [0x5412, 0x541c]) assert.equal(of(n.ioctl, 1, request), errno(1));
      for (const persona of [0, 0xffffffff]) assert.equal(of(n.personality, persona), ALLOWED);
      assert.equal(of(n.personality, 0x0040000), errno(1));
    });

    test('calls with the numbers of another architecture end the process, and those of x32 fail', () => {
      assert.equal(decide(program, { audit: AUDIT.i386, number: n.read }), KILLED);
      assert.equal(of(0x40000000 + n.ptrace), errno(38));
    });
  });
}

test('the kernel accepts the filter: whole instructions, jumps that stay inside, at most 4096 of them', () => {
  const bytes = seccompFilter('x64');
  assert.equal(bytes?.length, compile('x64').length * 8);
  for (const arch of ['x64', 'arm64'] satisfies FilteredArch[]) {
    const program = compile(arch);
    assert.ok(program.length <= 4096);
    for (const [index, { code, jt, jf }] of program.entries())
      if (code !== 0x20 && code !== 0x06) assert.ok(index + 1 + Math.max(jt, jf) < program.length);
  }
  assert.equal(seccompFilter('riscv64'), null);
});
