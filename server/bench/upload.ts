/**
 * By how much the panel's memory grows while a zip of 500 MB is uploaded, and how long that takes. The client is
 * another process. Exits with 1 above the limit. `node --expose-gc server/bench/upload.ts [megabytes]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { request } from 'node:http';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract';

const MB = 1024 * 1024;
const LIMIT_MB = 64;
const SAMPLE_MS = 20;
const megabytes = Number(process.argv[2] ?? 500);

/** A zip with a stored index.html and a stored file of zeros, as the parts of a form. */
function* zipParts(bytes: number): Generator<Buffer> {
  const zeros = Buffer.alloc(MB);
  let sum = 0;
  for (let done = 0; done < bytes; done += MB) sum = crc32(zeros, sum);
  const index = Buffer.from('<!doctype html>');
  const files = [
    { name: Buffer.from('index.html'), sum: crc32(index), size: index.length, offset: 0 },
    { name: Buffer.from('zeros.bin'), sum, size: bytes, offset: 30 + 10 + index.length },
  ];
  const common = ({ name, sum: crc, size }: (typeof files)[number]): Buffer => {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc, 10);
    head.writeUInt32LE(size, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(name.length, 22);
    return head;
  };
  const [first, second] = files as [(typeof files)[number], (typeof files)[number]];
  yield Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common(first), first.name, index]);
  yield Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common(second), second.name]);
  for (let done = 0; done < bytes; done += MB) yield zeros;
  const central = files.map((file) => {
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    rest.writeUInt32LE(file.offset, 10);
    return Buffer.concat([
      Buffer.from('PK\u0001\u0002', 'latin1'),
      ...[Buffer.from([0x1e, 3]), common(file), rest, file.name],
    ]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(second.offset + 30 + second.name.length + bytes, 16);
  yield Buffer.concat([directory, end]);
}

type Target = { port: number; headers: Record<string, string>; fqdn: string; bytes: number };

/** The client: sends one form and prints the answer. */
async function send({ port, headers, fqdn, bytes }: Target): Promise<void> {
  const outgoing = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: '/migration/site' },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=xyz' },
  });
  const answered = once(outgoing, 'response');
  const write = async (part: string | Buffer) => {
    if (!outgoing.write(part)) await once(outgoing, 'drain');
  };
  const migration = JSON.stringify({ type: 'backup', fqdn });
  await write(`--xyz\r\nContent-Disposition: form-data; name="migration"\r\n\r\n${migration}\r\n`);
  await write('--xyz\r\nContent-Disposition: form-data; name="backupZipFile"; filename="site.zip"\r\n\r\n');
  for (const part of zipParts(bytes)) await write(part);
  outgoing.end('\r\n--xyz--\r\n');
  const [incoming] = await answered;
  let text = '';
  for await (const part of incoming) text += String(part);
  process.stdout.write(`${incoming.statusCode} ${text.slice(0, 300)}\n`);
}

async function measure(): Promise<void> {
  const { startTestServer } = await import('../src/testing/index.ts');
  const server = await startTestServer();
  try {
    const partner = await server.scenario.partner();
    const client = await server.as(partner, await server.scenario.customer(partner));
    const headers = {
      host: `${client.host}:${server.port}`,
      accept: 'application/json',
      cookie: client.cookie,
      [CSRF_HEADER]: client.jar.get(CSRF_COOKIE) ?? '',
    };
    const upload = async (bytes: number, name: string) => {
      const target: Target = { port: server.port, headers, fqdn: `${name}.${partner.sitesDomain}`, bytes };
      const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(target)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.on('data', (part: Buffer) => (said += String(part)));
      await once(child, 'close');
      if (!said.startsWith('200 ')) throw new Error(said);
    };
    await upload(MB, 'warm');
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), SAMPLE_MS);
    const began = performance.now();
    await upload(megabytes * MB, 'large');
    clearInterval(timer);
    const seconds = (performance.now() - began) / 1000;
    const mb = (peak - before) / MB;
    process.stdout.write(`${megabytes} MB in ${seconds.toFixed(1)} s, memory grew by ${mb.toFixed(0)} MB\n`);
    if (mb > LIMIT_MB) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

const [given] = process.argv.slice(2);
if (given?.startsWith('{')) await send(JSON.parse(given) as Target);
else await measure();
