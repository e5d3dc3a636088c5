import assert from 'node:assert/strict';
import { chown, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { mustOpen, sandboxMissing } from './sandbox-support.ts';
import type { BareSite, Sandbox } from './sandbox-support.ts';

const MISSING = await sandboxMissing();
const PROGRAM_FUNCTIONS = [
  'exec',
  'shell_exec',
  'system',
  'passthru',
  'popen',
  'proc_open',
  'pcntl_exec',
  'pcntl_fork',
  'mail',
  'mb_send_mail',
  'imap_open',
  'posix_mkfifo',
  'dl',
];

/** Names of system calls with their numbers on x86_64 and aarch64, and arguments that would have an effect. */
const CALLS = `
$arm = 'aarch64' === php_uname('m');
$ffi = FFI::cdef('long syscall(long number, ...); int *__errno_location(void);');
$calls = array(
  'ptrace' => array(101, 117, 0), 'unshare' => array(272, 97, 0x10000000), 'setns' => array(308, 268, 0), 'mount' => array(165, 40, 0), 'pivot_root' => array(155, 41, 0),
  'clone with a user namespace' => array(56, 220, 0x10000011), 'keyctl' => array(250, 219, 0), 'add_key' => array(248, 217, 0), 'bpf' => array(321, 280, 0), 'perf_event_open' => array(298, 241, 0),
  'userfaultfd' => array(323, 282, 0), 'process_vm_readv' => array(310, 270, 0), 'personality' => array(135, 92, 0x40000), 'init_module' => array(175, 105, 0), 'kexec_load' => array(246, 104, 0),
  'mknodat' => array(259, 33, 0), 'open_by_handle_at' => array(304, 265, 0), 'io_uring_setup' => array(425, 425, 1), 'memfd_create' => array(319, 279, 0), 'clone3' => array(435, 435, 0),
  'execveat' => array(322, 281, 0), 'a call of the future' => array(600, 600, 0), 'AF_NETLINK' => array(41, 198, 16), 'AF_PACKET' => array(41, 198, 17), 'AF_ALG' => array(41, 198, 38), 'AF_VSOCK' => array(41, 198, 40),
);
foreach ($calls as $name => list($x64, $arm64, $argument)) {
  $done = $ffi->syscall($arm ? $arm64 : $x64, $argument, 'AF_' === substr($name, 0, 3) ? 3 : 0, 0, 0, 0);
  echo $name, ': ', $done < 0 ? $ffi->__errno_location()[0] : 'done', "\\n";
}`;

describe('hosted code starts no programs', { skip: MISSING }, () => {
  let sandbox: Sandbox;
  let site: BareSite;
  const hostile = () => sandbox.site('hostile');
  before(async () => {
    sandbox = await mustOpen();
    site = await sandbox.serve(await hostile());
  });
  after(() => sandbox.close());

  test('the functions for it are disabled, and neither FFI nor a library of its own restores them', async () => {
    const answer = await site.run(`
      echo json_encode(array_values(array_filter(json_decode('${JSON.stringify(PROGRAM_FUNCTIONS)}'), 'function_exists'))), "\\n";
      ini_set('disable_functions', ''); ini_set('ffi.enable', '1'); ini_set('enable_dl', '1'); ini_set('sendmail_path', '/bin/sh');
      foreach (array('disable_functions', 'ffi.enable', 'enable_dl', 'sendmail_path') as $name) { echo $name, '=', strlen(ini_get($name)) > 1 ? 'long' : ini_get($name), "\\n"; }
      try { echo FFI::cdef('int getpid(void);')->getpid(); } catch (Throwable $error) { echo 'no FFI'; }`);
    assert.match(answer.body, /^\[\]\ndisable_functions=long\nffi\.enable=0\nenable_dl=0\nsendmail_path=\nno FFI$/);
  });

  test('LD_PRELOAD and an email start nothing', async () => {
    const answer = await site.run(`
      file_put_contents('/tmp/evil.so', 'not even a library'); putenv('LD_PRELOAD=/tmp/evil.so');
      try { mail('a@example.com', 'b', 'c'); } catch (Error $error) { echo get_class($error), ' '; }
      echo json_encode(@error_log('c', 1, 'a@example.com'));`);
    assert.equal(answer.body, 'Error false');
  });

  test('there is no shell and no program besides PHP, and nothing can be written outside of its own folders', async () => {
    const answer = await site.run(`
      foreach (array('/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin') as $folder) { foreach ((array) @scandir($folder) as $name) { if (is_file("$folder/$name")) { echo "$name "; } } }
      foreach (array('/', '/dev', '/dev/shm', '/usr/bin', '/etc', '/panel', '/site', '/run', '/proc') as $folder) { if (false !== @file_put_contents("$folder/x", 'x')) { echo "$folder "; } }`);
    assert.equal(
      answer.body
        .split(' ')
        .filter((name) => name !== '' && name !== 'setpriv' && !name.startsWith('php'))
        .join(),
      '',
    );
    const mounts = await site.run(`echo file_get_contents('/proc/self/mountinfo');`);
    const writable = mounts.body.split('\n').filter((line) => / (?:\/site\/live|\/tmp) rw/.test(line));
    assert.equal(writable.length, 2);
    for (const line of writable) assert.match(line, / rw,nosuid,nodev,noexec/);
  });

  test('an exploit of PHP cannot execute uploads, directly or through the loader', async () => {
    const mount = await hostile();
    const program = path.join(mount.live, 'public', 'program');
    await copyFile('/bin/true', program);
    await chown(program, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    const result = await sandbox.broken(
      mount,
      `
      foreach (array(array('/site/live/public/program'), array(...glob('/lib*/ld-linux*'), ...array('/site/live/public/program')), array('/bin/sh', '-c', 'true')) as $command) {
        $process = @proc_open($command, array(), $pipes); echo false === $process ? 'not started' : proc_close($process), "\\n";
      }`,
    );
    assert.equal(result.code, 0, result.stderr);
    assert.doesNotMatch(result.stdout, /^0$/m);
    assert.equal(result.stdout.trim().split('\n').length, 3);
  });

  test('an exploit of PHP meets the seccomp filter', async () => {
    const result = await sandbox.broken(await hostile(), CALLS);
    assert.equal(result.code, 0, result.stderr);
    const answers = new Map(
      result.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    assert.equal(answers.size, 26);
    for (const [name, errno] of answers) {
      const expected = name.startsWith('AF_') ? '97' : /io_uring|memfd|clone3|execveat|future/.test(name) ? '38' : '1';
      assert.equal(errno, expected, name);
    }
  });

  test('an exploit of PHP finds only processes of its site, and nothing of the panel in their environment', async () => {
    const result = await sandbox.broken(
      await hostile(),
      `echo json_encode(array(
      'processes' => array_map(fn($process) => @file_get_contents("$process/comm"), glob('/proc/[0-9]*')),
      'environments' => array_map(fn($process) => @file_get_contents("$process/environ"), glob('/proc/[0-9]*')),
      'others' => array(getenv(), @file_get_contents('/proc/1/root/etc/shadow'), @file_get_contents('/proc/1/mem', false, null, 4096, 16))));`,
    );
    assert.equal(result.code, 0, result.stderr);
    const { processes } = JSON.parse(result.stdout) as { processes: string[] };
    assert.deepEqual(
      processes.filter((name) => !/^(bwrap|php)/.test(name)),
      [],
    );
    assert.ok(processes.length <= 2, processes.join());
    for (const [name, value] of Object.entries(process.env)) {
      if (value !== undefined && value.length > 12 && !/^(PATH|LANG|TZ)$/.test(name))
        assert.ok(!result.stdout.includes(value), name);
    }
  });
});
