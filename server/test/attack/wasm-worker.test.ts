import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { chown, mkdir, mkdtemp, readFile, readlink, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findCompiledCore } from '../../src/hosting/local/compiled-core.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { runCommand } from '../../src/hosting/process/run-command.ts';
import { siteUid } from '../../src/hosting/runtime/sandbox.ts';
import { wasmMemory } from '../../src/hosting/wasm/wasm-memory.ts';
import { workerCommand } from '../../src/hosting/wasm/worker-sandbox.ts';
import { listen } from '../edge/edge-support.ts';
import { processesOf, until } from '../hosting/hosting-support.ts';
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

const listing = (folder: string): string => execFileSync('find', [folder, '-printf', '%P %m %U %s %T@\n']).toString();

/** Every way in which a worker that hosted code has taken over could change what the next ones run. */
const CHANGES = `
  const fs = require('node:fs');
  const root = process.env.NODE_COMPILE_CACHE;
  const folder = root + '/' + fs.readdirSync(root)[0];
  const file = folder + '/' + fs.readdirSync(folder)[0];
  const ways = {
    write: () => fs.writeFileSync(file, 'hostile'),
    append: () => fs.appendFileSync(file, 'hostile'),
    create: () => fs.writeFileSync(folder + '/planted', 'hostile'),
    rename: () => fs.renameSync(file, file + '-away'),
    unlink: () => fs.unlinkSync(file),
    chmod: () => fs.chmodSync(file, 0o777),
    'rename the folder': () => fs.renameSync(folder, folder + '-away'),
  };
  const worked = Object.keys(ways).filter((name) => { try { ways[name](); return true; } catch { return false; } });
  fs.writeSync(1, JSON.stringify([fs.existsSync(file), worked]));`;

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

    test('loads what node has compiled of it before, and cannot change that', async () => {
      const { host, hostile } = target();
      await until('WordPress is compiled', async () => (await findCompiledCore(host.runtime)) !== null);
      const compiled = await findCompiledCore(host.runtime);
      assert.ok(compiled?.worker, 'node has compiled the worker');
      const before = listing(compiled.worker);

      const { mount } = siteFolder(host.config.dataDir, hostile.siteId);
      const runDir = await mkdtemp(path.join(host.config.dataDir, 'run-'));
      const asUser = process.getuid?.() === 0;
      if (asUser) await chown(runDir, siteUid(hostile.siteId), siteUid(hostile.siteId));
      const panelDir = path.join(runDir, 'panel');
      await mkdir(panelDir);
      const command = workerCommand({
        isolation: { bwrap: true, asUser },
        mount: { ...mount, core: { version: '', folder: host.runtime.wordpress.core, entries: [], compiled } },
        ...{ panelDir, runDir, channels: undefined, lower: (plain) => [...plain], joinFiles: [] },
        limits: { openFiles: 256, fileSizeMb: 1 },
        maxOldSpaceMb: wasmMemory({ memoryMb: 0 }).oldSpaceMb,
        ...{ script: 'isolation-probe.ts', args: ['/run/site'] },
      });
      const env = { ...command.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
      const loads = await runCommand({ ...command, env });
      assert.equal(loads.code, 0, loads.stderr.slice(-1000));
      const said = loads.stdout + loads.stderr;
      assert.match(said, /cache for .*@php-wasm\/node\/index\.js was accepted/, said.slice(0, 2000));
      assert.doesNotMatch(said, /was rejected/);

      const attack = await runCommand({ ...command, args: [...command.args.slice(0, -2), '--eval', CHANGES] });
      assert.equal(attack.stdout, '[true,[]]', attack.stderr.slice(-1000));
      assert.equal(listing(compiled.worker), before);
    });
  },
  { only: ['wasm'] },
);
