import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listenOn } from './egress-support.ts';
import { mustOpen, sandboxMissing } from './sandbox-support.ts';
import type { BareSite, Sandbox } from './sandbox-support.ts';

const MISSING = await sandboxMissing();

/** PHP that tries every address and prints which one accepted it. */
const tryAll = (addresses: string[]) => `
foreach (json_decode('${JSON.stringify(addresses)}') as $address) {
  $socket = @stream_socket_client(str_replace('%00', "\\0", $address), $code, $message, 1);
  echo $address, ' ', false === $socket ? 'refused' : 'open', "\\n";
}`;

describe('a site’s network leads only to the panel', { skip: MISSING }, () => {
  let sandbox: Sandbox;
  let site: BareSite;
  let neighbour: BareSite;
  let folder: string;
  const channel = { accepted: 0, onSocket: (socket: Socket): unknown => socket.pipe(socket) };
  let egress: Server;

  before(async () => {
    sandbox = await mustOpen();
    folder = await mkdtemp(path.join(tmpdir(), 'channel-'));
    egress = createServer({ allowHalfOpen: true }, (socket) => {
      channel.accepted += 1;
      socket.on('error', () => undefined);
      channel.onSocket(socket);
    });
    await new Promise<void>((resolve) => void egress.listen(path.join(folder, 'egress'), resolve));
    const channels = { egress: path.join(folder, 'egress'), mail: path.join(folder, 'nobody-listens') };
    site = await sandbox.serve(await sandbox.site('hostile'), { channels });
    neighbour = await sandbox.serve(await sandbox.site('neighbour'));
  });
  after(async () => {
    await sandbox.close();
    egress.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('no port of this machine, of its network or of another site answers, nor the address of cloud metadata', async () => {
    const host = await listenOn('0.0.0.0');
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    const addresses = [...own, '127.0.0.1', '127.0.0.2', '0.0.0.0', 'localhost'].map(
      (address) => `tcp://${address}:${host.port}`,
    );
    const others = [
      'tcp://169.254.169.254:80',
      'tcp://[fd00:ec2::254]:80',
      'tcp://10.0.0.1:80',
      'tcp://192.168.0.1:80',
      'udp://10.0.0.1:53',
    ];
    const answer = await site.run(tryAll([...addresses, ...others]));
    await host.close();
    assert.equal(answer.status, 200);
    assert.equal(answer.body.split('\n').length, addresses.length + others.length + 1);
    assert.doesNotMatch(answer.body, /open/);
    assert.equal(host.connections, 0);
  });

  test('its own web server is the only one on its loopback, however many sites run', async () => {
    const answer = await neighbour.run(tryAll([8080, 3128, 2525, 80].map((port) => `tcp://127.0.0.1:${port}`)));
    assert.match(answer.body, /:8080 open/);
    assert.equal(answer.body.match(/open/g)?.length, 1);
    const asked = await site.run(
      `echo @file_get_contents('http://127.0.0.1:8080/', false, stream_context_create(array('http' => array('ignore_errors' => true, 'header' => 'X-Panel-Edge: ${'x'.repeat(32)}'))));`,
    );
    assert.match(asked.body, /not served here/);
  });

  test('the sockets of this machine and of the panel are not reachable', async () => {
    const name = `panel-attack-${process.pid}`;
    const abstract = createServer((socket) => socket.end('open'));
    await new Promise<void>((resolve) => void abstract.listen(`\0${name}`, resolve));
    const answer =
      await site.run(`${tryAll([`unix://%00${name}`, 'unix:///run/docker.sock', 'unix:///var/run/docker.sock', `unix://${folder}/egress`, 'unix:///run/dbus/system_bus_socket'])}
      echo json_encode(array(@scandir('/run'), @scandir('/var'), @scandir('${folder}'), @scandir('${sandbox.dataDir}')));`);
    abstract.close();
    assert.doesNotMatch(answer.body, /open/);
    assert.match(answer.body, /\[false,false,false,false\]$/);
  });

  test('the panel’s egress is its port 3128: all bytes pass both ways, also to a slow reader', async () => {
    const answer = await site.run(`
      $socket = stream_socket_client('tcp://127.0.0.1:3128', $code, $message, 2);
      stream_set_blocking($socket, false);
      $sent = hash_init('sha256'); $got = hash_init('sha256'); $rest = ''; $left = 64;
      while (!feof($socket)) {
        if ('' === $rest && $left > 0) { $rest = random_bytes(262144); hash_update($sent, $rest); $left--; }
        $read = array($socket); $write = '' === $rest ? array() : array($socket); $none = null;
        stream_select($read, $write, $none, 5);
        if ($write) { $rest = substr($rest, (int) fwrite($socket, $rest)); }
        if ('' === $rest && 0 === $left) { $left = -1; stream_socket_shutdown($socket, STREAM_SHUT_WR); }
        if ($read) { hash_update($got, (string) fread($socket, 65536)); }
      }
      echo hash_final($sent), ' ', hash_final($got);`);
    const [sent, got] = answer.body.split(' ');
    assert.match(sent ?? '', /^[0-9a-f]{64}$/);
    assert.equal(got, sent);
  });

  test('unread data is not buffered: the writer waits', async () => {
    const silent = Promise.withResolvers<Socket>();
    const { onSocket } = channel;
    channel.onSocket = silent.resolve;
    const answer = await site.run(`
      $socket = stream_socket_client('tcp://127.0.0.1:3128', $code, $message, 2);
      stream_set_blocking($socket, false);
      for ($sent = 0, $part = str_repeat('x', 65536); $sent < 1e9; $sent += $done) {
        $read = array(); $write = array($socket); $none = null;
        if (0 === stream_select($read, $write, $none, 1)) { break; }
        $done = (int) fwrite($socket, $part);
      }
      echo $sent;`);
    channel.onSocket = onSocket;
    (await silent.promise).destroy();
    assert.ok(Number(answer.body) > 0 && Number(answer.body) < 32 * 2 ** 20, answer.body);
  });

  test('a channel without the panel’s listener closes immediately, and the site keeps running', async () => {
    const answer = await site.run(
      `$socket = stream_socket_client('tcp://127.0.0.1:2525', $code, $message, 2); echo json_encode(array(fgets($socket), feof($socket)));`,
    );
    assert.equal(answer.body, '[false,true]');
    assert.equal((await site.run('echo "well";')).body, 'well');
  });

  test('connections to the egress are throttled inside the site, which is notified, and its own pages do not wait', async () => {
    sandbox.hits.length = 0;
    const before = channel.accepted;
    const began = performance.now();
    const flood = site.run(`
      set_time_limit(0);
      $opened = array();
      for ($end = microtime(true) + 2; microtime(true) < $end; ) {
        $socket = @stream_socket_client('tcp://127.0.0.1:3128', $code, $message, 0.2);
        if ($socket) { $opened[] = $socket; }
        if (count($opened) > 20) { $opened = array(); }
      }
      echo 'over';`);
    assert.equal((await site.run('echo "well";')).body, 'well');
    assert.equal((await flood).body, 'over');
    const most = 100 + 25 * Math.ceil((performance.now() - began) / 1000) + 1;
    assert.ok(channel.accepted - before <= most, `${channel.accepted - before} connections reached the panel`);
    assert.ok(sandbox.hits.includes('network'));
  });

  test('with many concurrent connections the site and its neighbour still answer', async () => {
    const { endpoint } = site.process;
    assert.ok('socketPath' in endpoint);
    const sockets = Array.from({ length: 400 }, () => connect(endpoint.socketPath).on('error', () => undefined));
    assert.equal((await neighbour.run('echo "well";')).body, 'well');
    for (const socket of sockets) socket.destroy();
    assert.equal((await site.run('echo "well";')).body, 'well');
  });

  test('a large page arrives whole', async () => {
    const body = randomBytes(3).toString('hex');
    const answer = await site.run(`echo hash('sha256', $page = str_repeat('${body}', 80000)), $page;`);
    assert.equal(answer.body.slice(0, 64), createHash('sha256').update(body.repeat(80_000)).digest('hex'));
    assert.equal(answer.body.length, 64 + 6 * 80_000);
  });
});
