import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PanelError } from '../../src/kernel/errors.ts';
import { readForm, type ReceivedForm } from '../../src/http/multipart-form.ts';
import { onDisk } from '../../src/context/uploaded-file.ts';

let dataDir: string;
before(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'panel-form-'))));
after(() => rm(dataDir, { recursive: true }));

const TYPE = 'multipart/form-data; boundary=xyz';
const MB = 1024 * 1024;
const part = (disposition: string, content: string, type = '') =>
  `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
const file = (content: string, name = 'site.zip') =>
  part(`name="file"; filename="${name}"`, content, 'application/zip');
const END = '--xyz--\r\n';

type Options = Partial<Parameters<typeof readForm>[2]>;
/** Reads a body that comes in these chunks; a body without an end stays open. */
function read(chunks: readonly string[], options: Options & { open?: boolean; fails?: boolean } = {}) {
  const { open = false, fails = false, ...more } = options;
  const waiting = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        const next = waiting.shift();
        if (next) to.enqueue(next);
        else if (fails) to.error(new Error('the client left'));
        else if (!open) to.close();
      },
    },
    { highWaterMark: 0 },
  );
  const disk = { isLow: async () => false };
  return readForm(body[Symbol.asyncIterator](), TYPE, { config: { dataDir }, disk, limitBytes: 100 * MB, ...more });
}
const left = () => readdir(path.join(dataDir, 'uploads')).catch((): string[] => []);
const refusal = (form: Promise<ReceivedForm>) =>
  form.then(
    () => assert.fail('it was accepted'),
    (error: unknown) =>
      error instanceof PanelError ? `${error.code} ${error.extra.message ?? ''}`.trim() : String(error),
  );

test('fields are text, and the file is on disk until the request ends', async () => {
  const content = 'z'.repeat(3 * MB);
  const text = part('name="fqdn"', 'shop.example') + file(content, 'größe.zip') + END;
  const { form, discard } = await read([text.slice(0, 100), text.slice(100, 2 * MB), text.slice(2 * MB)]);
  assert.equal(form.get('fqdn'), 'shop.example');
  const upload = form.get('file');
  assert.ok(upload instanceof File);
  const { path: place, digest, size, name, type } = onDisk(upload);
  assert.deepEqual([size, name, type], [content.length, 'größe.zip', 'application/zip']);
  assert.equal(await readFile(place, 'utf8'), content);
  assert.equal(await upload.text(), content);
  assert.equal(digest, createHash('sha256').update(content).digest('hex'));
  assert.equal((await left()).length, 1);
  await discard();
  assert.deepEqual(await left(), []);
});

test('a repetition has the same digest whatever its boundary, another content has not', async () => {
  const digestOf = async (text: string) => {
    const { digest, discard } = await read([text]);
    await discard();
    return digest;
  };
  const text = part('name="fqdn"', 'shop.example') + file('zip') + END;
  assert.equal(await digestOf(text), await digestOf(`\r\n${text}`));
  assert.notEqual(await digestOf(text), await digestOf(text.replace('zip\r\n--', 'zap\r\n--')));
});

const BROKEN: [what: string, chunks: string[]][] = [
  ['is cut in the middle of its file', [file('half').slice(0, -4)]],
  ['is cut in a field', [part('name="fqdn"', 'half').slice(0, -4)]],
  ['is cut before the headers of a part end', ['--xyz\r\nContent-Dispo']],
  ['has no parts', ['']],
  ['has two files', [file('one') + file('two') + END]],
  ['has a part without a name', [part('filename="a.zip"', 'x') + END]],
  ['has a field without a name', [part('', 'x') + END]],
  ['has a name that a database refuses', [part('name="a\0b"', 'x') + END]],
  ['has a long field', [part('name="fqdn"', 'x'.repeat(70_000)) + END]],
  ['has many fields', [Array.from({ length: 30 }, (_, i) => part(`name="f${i}"`, 'x')).join('') + END]],
  ['is not a form', ['{"file": 1}']],
];
for (const [what, chunks] of BROKEN)
  test(`a form is refused and leaves nothing when it ${what}`, async () => {
    assert.equal(await refusal(read(chunks)), 'BAD_REQUEST');
    assert.deepEqual(await left(), []);
  });

test('an upload whose client leaves or stalls, or that is too large, leaves nothing', async () => {
  const begun = file('x'.repeat(2 * MB)).slice(0, -10);
  assert.equal(await refusal(read([begun], { fails: true })), 'BAD_REQUEST');
  assert.match(await refusal(read([begun], { open: true, idleMs: 50 })), /^BAD_REQUEST The upload was too slow/);
  assert.equal(await refusal(read([begun, begun], { limitBytes: 3 * MB })), 'TOO_LARGE');
  assert.deepEqual(await left(), []);
});

test('an upload stops when the disk has no room left', async () => {
  const begun = file('x'.repeat(17 * MB)).slice(0, -10);
  let looks = 0;
  const disk = { isLow: async () => (looks += 1) > 0 };
  assert.equal(await refusal(read([begun, 'x', END], { disk })), 'DISK_FULL');
  assert.deepEqual([looks, await left()], [1, []]);
});
