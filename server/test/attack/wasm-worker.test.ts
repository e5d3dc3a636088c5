import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdir, readFile, readlink, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { listen } from '../edge/edge-support.ts';
import { processesOf } from '../hosting/hosting-support.ts';
import { onEveryRuntime } from './attack-support.ts';

/** The sockets that processes have open, in the form `socket:[inode]`. */
async function socketsOf(pids: number[]): Promise<Set<string>> {
  const files = await Promise.all(
    pids.map(async (pid) => {
      const folder = `/proc/${pid}/fd`;
      return Promise.all(
        (await readdir(folder).catch(() => [])).map((name) => readlink(path.join(folder, name)).catch(() => '')),
      );
    }),
  );
  return new Set(files.flat().flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? []));
}

/** Inodes of all TCP sockets that a process can see. */
async function tcpSockets(pid: number | 'self'): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap((table) =>
    table
      .split('\n')
      .slice(1)
      .flatMap((line) => line.trim().split(/\s+/)[9] ?? []),
  );
}

onEveryRuntime(
  'the worker of php-wasm',
  (target) => {
    const token = async () => (await target().host.driver.start(target().hostile.siteId)).token ?? '';

    test('listens on no port, even when PHP tries to', async () => {
      const { run } = target();
      const answer = await run(`
      $server = @stream_socket_server('tcp://127.0.0.1:0', $number, $error);
      $udp = @stream_socket_server('udp://127.0.0.1:0', $number, $error, STREAM_SERVER_BIND);
      echo json_encode(array((bool) $server));`);
      assert.equal(answer.body, '[false]');
      const pids = await processesOf(await token());
      assert.ok(pids.length > 0);
      const [own, ...all] = [await socketsOf(pids), ...(await Promise.all([...pids, 'self' as const].map(tcpSockets)))];
      assert.deepEqual(
        all.flat().filter((inode) => own.has(inode)),
        [],
      );
    });

    test('reaches nothing on this machine, and fails immediately', async () => {
      let connections = 0;
      const server = createServer((_req, res) => res.end('inside')).on('connection', () => (connections += 1));
      const port = await listen(server);
      try {
        const { body } = await target().run(`
        $answers = array();
        foreach (array('127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254') as $host) {
          $answers[] = @file_get_contents("http://$host:${port}/", false, stream_context_create(array('http' => array('timeout' => 5))));
          $answers[] = @fsockopen($host, ${port}, $number, $error, 5);
        }
        if (function_exists('curl_init')) {
          $curl = curl_init('http://127.0.0.1:${port}/');
          curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
          $answers[] = curl_exec($curl);
        }
        echo count(array_filter($answers, fn($answer) => $answer !== false)), ' reached';`);
        assert.equal(body, '0 reached');
        assert.equal(connections, 0);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

    test('starts no program, and no attempt leaves the site waiting', async () => {
      const { run } = target();
      const calls = [
        "exec('id')",
        "shell_exec('id')",
        "system('id')",
        "passthru('id')",
        "popen('id', 'r')",
        "proc_open('id', array(), $pipes)",
        "dl('x.so')",
      ];
      for (const call of calls) {
        const { status, body } = await run(
          `try { $result = @${call}; } catch (Error $error) { $result = false; } echo 'answered ', json_encode((bool) $result);`,
        );
        assert.equal(status, 200, call);
        assert.equal(body, 'answered false', call);
      }
    });

    test('a command of the panel that starts a program ends as well', async () => {
      const { host, hostile } = target();
      for (const call of ["shell_exec('id')", "exec('id')", "proc_open(['id'], [], $pipes)", "popen('id', 'r')"]) {
        const { code, stdout } = await host.driver.exec(hostile.siteId, [
          'eval',
          `try { $result = @${call}; } catch (Error $error) { $result = false; } if (is_resource($result)) $result = stream_get_contents($pipes[1] ?? $result); echo json_encode(str_contains((string) $result, 'uid='));`,
        ]);
        assert.deepEqual([code, stdout.trim()], [0, 'false'], call);
      }
    });

    test('follows no link out of the site', async () => {
      const { host, hostile, neighbour, run } = target();
      const { publicDir } = siteFolder(host.config.dataDir, hostile.siteId);
      const theirs = siteFolder(host.config.dataDir, neighbour.siteId);
      const outside = { passwd: '/etc/passwd', config: theirs.config, folder: theirs.publicDir };
      await mkdir(path.join(publicDir, 'links'), { recursive: true });
      for (const [name, to] of Object.entries(outside)) await symlink(to, path.join(publicDir, 'links', name));
      const { body } = await run(`
      $made = array();
      foreach (array('/etc/passwd', '${theirs.config}', '${theirs.publicDir}', '../../..') as $n => $to) $made[] = @symlink($to, __DIR__ . "/made-$n") || is_link(__DIR__ . "/made-$n");
      $read = array(@file_get_contents('links/passwd'), @file_get_contents('links/config'), @scandir('links/folder'), @file_put_contents('links/folder/planted.php', 'x'), @include 'links/config');
      echo json_encode(array($made, $read));`);
      assert.equal(
        body,
        JSON.stringify([
          [false, false, false, false],
          [false, false, false, false, false],
        ]),
      );
      assert.ok(!(await readdir(theirs.publicDir)).includes('planted.php'));
    });
  },
  { only: ['wasm'] },
);
