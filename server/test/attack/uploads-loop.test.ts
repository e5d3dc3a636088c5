// Each upload field and each parser with its worst content: the loop turns, the memory comes back, others go first.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { contract } from '@panel/contract';
import { filesOf } from '../../src/archive/import-files.ts';
import { PanelError } from '../../src/kernel/errors.ts';
import { UPLOAD_JOBS, type UploadJob, type UploadJobs } from '../../src/uploads/upload-jobs.ts';
import { createUploadPool, type UploadPool } from '../../src/uploads/upload-pool.ts';
import { LOOP_MS, loopCost } from '../../src/testing/index.ts';
import { tarGzOf } from '../import/tar-support.ts';
import { zipOf } from '../extension/zip-support.ts';

const MEMORY_BYTES = 150 * 1024 ** 2;

let pool: UploadPool;
let folder: string;
before(async () => {
  pool = createUploadPool();
  folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
});
after(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

const page = (html: string, slug = 'home') => ({ id: randomUUID(), slug, title: slug, description: '', html, css: '' });
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg">';
const drawings = [
  `${'<!---->'.repeat(30)}x<svg >`,
  SVG + '<g>'.repeat(200_000),
  `${SVG}${'<g/>'.repeat(200_000)}</svg>`,
  `${SVG}<path d="${'M0 0'.repeat(200_000)}"/></svg>`,
  `${SVG}<g ${Array.from({ length: 60_000 }, (_, i) => `a${i}=""`).join(' ')}/></svg>`,
  `<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(40_000)}]>${SVG}</svg>`,
];

/** The head of a picture with 4,000,000 pixels and transparency, and nothing after it. */
const HUGE_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000007d0000007d008060000000000000000000000', 'hex');

/** As many files as an archive may have, with paths of nearly 400 characters. */
const FOLDERS = Array.from({ length: 19 }, (_, i) => `${i}`.padEnd(19, 'x')).join('/');
const LONG_NAMES = Array.from({ length: 20_000 }, (_, i) => ({
  name: i === 0 ? 'site/index.html' : `site/${FOLDERS}/${i}.txt`,
  content: '',
}));

type Cases = { [J in UploadJob]: () => Promise<readonly UploadJobs[J]['input'][]> };
/** A job without worst cases does not compile. */
const CASES: Cases = {
  accountZip: async () => {
    await writeFile(path.join(folder, 'activity.json'), randomBytes(16_000_000));
    await writeFile(path.join(folder, 'sites.json'), ' '.repeat(32_000_000));
    return [{ folder, names: ['activity.json', 'sites.json'], to: path.join(folder, 'data.zip') }];
  },
  brandImage: async () => drawings.map((text) => ({ image: 'logo', bytes: bytesOf(text.slice(0, 250_000)) })),
  builderPicture: async () => [
    ...drawings.map((text) => ({ bytes: bytesOf(text) })),
    { bytes: bytesOf(`${SVG}${' '.repeat(5_000_000)}`) },
  ],
  builderDraft: async () => [
    { lang: 'en', pages: [1, 2, 3, 4].map((i) => page('<x>'.repeat(100_000), `p${i}`)) },
    { lang: 'en', pages: Array.from({ length: 9 }, () => page('<div>'.repeat(60_000))) },
    {
      lang: 'en',
      pages: Array.from({ length: 50 }, (_, i) => page('<nav data-menu="pages"></nav>'.repeat(1200), `p${i}`)),
    },
  ],
  builderPage: async () => [
    {
      lang: 'en',
      page: page('<nav data-menu="pages"></nav>'.repeat(10_000)),
      menu: 'x'.repeat(40_000),
      styles: 'home.css',
    },
    { lang: 'en', page: page('<nav data-menu="pages">'.repeat(13_000)), menu: 'x', styles: 'home.css' },
  ],
  certificate: async () => [
    { certificate: '-----BEGIN CERTIFICATE-----\n'.repeat(9000), key: 'x'.repeat(250_000), hosts: [], now: new Date() },
  ],
  comparison: async () => [{ one: new Uint8Array(5_000_000), other: new Uint8Array(5_000_000) }],
  customerFile: async () => [
    { file: Buffer.from(`email\n${'"'.repeat(520_000)}`) },
    { file: Buffer.from(`email\n${'a@b.example\n'.repeat(500)}${'\n'.repeat(500_000)}`) },
    { file: Buffer.from(`email${','.repeat(500_000)}`) },
    { file: Buffer.from(`email\n${'x,'.repeat(1000)}\n`.repeat(250)) },
  ],
  directoryAnswer: async () => {
    const plugin = (html: string) => ({ slug: 'a', version: '1', sections: { description: html, changelog: html } });
    const answers = [
      { plugins: Array.from({ length: 7000 }, (_, i) => ({ slug: `a${i}`, version: '1', name: '<b>'.repeat(30) })) },
      ...['<li>', '<', '&', '<p', '<!--', '<div>'].map((text) => plugin(text.repeat(2_000_000 / text.length))),
      { plugins: [], info: { results: 1, rest: '['.repeat(4_000_000) } },
    ];
    return answers.map((answer) => ({
      ...{ kind: 'plugin' as const, isOne: 'slug' in answer },
      bytes: bytesOf(JSON.stringify(answer)),
    }));
  },
  extension: async () => {
    const content = `Plugin Name:${' '.repeat(8100)}<b>`;
    return [await zip(Array.from({ length: 150 }, (_, i) => ({ name: `shop/${i}.php`, content })))].map((file) => ({
      kind: 'plugin' as const,
      file,
    }));
  },
  helpArticle: async () =>
    [
      '> '.repeat(20_000),
      '- '.repeat(20_000),
      '['.repeat(40_000),
      '*a '.repeat(13_000),
      '`'.repeat(40_000),
      '|a'.repeat(20_000),
    ].map((markdown) => ({ markdown })),
  importFiles: async () => [{ file: await zip(LONG_NAMES) }],
  importPlan: async () => [
    { file: await zip(Array.from({ length: 20_000 }, (_, i) => ({ name: `site/${i}.txt`, content: '' }))) },
  ],
  invoicePdf: async () =>
    ['x'.repeat(200), '\u0301'.repeat(200), 'ش'.repeat(200), ' '.repeat(200), 'ab '.repeat(66)].map((text) => ({
      ...{ seller: { name: text, email: text, address: text, color: '#123456' }, logo: HUGE_PNG },
      ...{ title: text, currency: 'usd', facts: [[text, text]], buyer: Array.from({ length: 8 }, () => text) },
      lines: Array.from({ length: 100 }, () => ({ description: text, period: text, quantity: 1, amount: 1 })),
      sums: Array.from({ length: 8 }, () => ({ label: text, amount: Number.MAX_SAFE_INTEGER })),
    })),
  machineRequest: async () =>
    // Sequences in sequences (DER), and no end of a block.
    [
      `-----BEGIN CERTIFICATE REQUEST-----\n${Buffer.from('3080'.repeat(5000), 'hex').toString('base64')}\n-----END CERTIFICATE REQUEST-----`,
      '-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(400),
    ].map((csr) => ({ csr })),
  tarHead: async () => {
    const files = [Buffer.alloc(0), gzipSync(Buffer.alloc(64_000_000)), gzipSync('').subarray(0, 8)];
    return Promise.all(files.map(async (bytes) => ({ file: await stored(bytes) })));
  },
  tarToZip: async () => {
    const files = LONG_NAMES.map(({ name }) => ({ name }));
    const bombs = [{ name: 'site/zeros', content: Buffer.alloc(64_000_000) }];
    return Promise.all([files, bombs].map(async (entries) => ({ file: await tar(entries), to: newPath() })));
  },
  zoneFile: async () => [
    { zone: 'shop.example', file: Buffer.from('a A 192.0.2.1\n'.repeat(70_000)) },
    { zone: 'shop.example', file: Buffer.from('('.repeat(1_000_000)) },
    { zone: 'shop.example', file: Buffer.from(`a TXT "${'\\'.repeat(1_000_000)}"`) },
  ],
};

async function zip(files: Parameters<typeof zipOf>[0]): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.zip`);
  await writeFile(file, zipOf(files));
  return file;
}

const newPath = () => path.join(folder, randomUUID());

async function stored(bytes: Buffer): Promise<string> {
  const file = newPath();
  await writeFile(file, bytes);
  return file;
}

const tar = (files: Parameters<typeof tarGzOf>[0]): Promise<string> => stored(tarGzOf(files));

async function measured(work: () => Promise<unknown>): Promise<{ cpuMs: number; bytes: number }> {
  const start = process.memoryUsage.rss();
  const { cpuMs } = await loopCost(work);
  return { cpuMs, bytes: process.memoryUsage.rss() - start };
}

/** Customers see the text of a {@link PanelError}; two pictures are compared by tasks, which have texts of their own. */
const isRefusal = (job: UploadJob, error: unknown): null => {
  assert.ok(error instanceof PanelError || (job === 'comparison' && error instanceof Error), String(error));
  return null;
};

for (const job of Object.keys(UPLOAD_JOBS) as UploadJob[])
  test(`the loop turns while ${job} reads the worst that it can get`, async () => {
    const worst = async <J extends UploadJob>(name: J) => {
      for (const [index, input] of (await CASES[name]()).entries()) {
        const used = await measured(() =>
          pool.run(name, 'customer', input).catch((error: unknown) => isRefusal(name, error)),
        );
        assert.ok(used.cpuMs <= LOOP_MS, `case ${index}: ${used.cpuMs} ms`);
        assert.ok(used.bytes <= MEMORY_BYTES, `case ${index}: ${used.bytes} bytes`);
      }
    };
    await worst(job);
  });

test('the loop turns while it walks through the longest list of an archive', async () => {
  const file = await zip(LONG_NAMES);
  const used = await measured(async () => {
    const found = await pool.run('importFiles', 'customer', { file });
    const last = [...filesOf(found)].at(-1);
    assert.deepEqual([found.count, last?.path], [20_000, `public/${FOLDERS}/19999.txt`]);
  });
  assert.ok(used.cpuMs <= LOOP_MS, `${used.cpuMs} ms`);
});

test('a job past its deadline ends with its thread, says so, and another customer’s job does not wait for the flood', async () => {
  const limits = { builderDraft: { ...UPLOAD_JOBS.builderDraft, deadlineMs: 400 } };
  const small = createUploadPool({ threads: 2, waiting: 3, limits });
  const slow = { lang: 'en', pages: [page('<div>'.repeat(60_000))] };
  const zoneFile = { zone: 'shop.example', file: Buffer.from('a A 192.0.2.1\n') };
  try {
    // Both threads run before the flood begins.
    await Promise.all(['third', 'fourth'].map((owner) => small.run('zoneFile', owner, zoneFile)));
    const answers: string[] = [];
    const flood = Array.from({ length: 6 }, () =>
      small.run('builderDraft', 'first', slow).then(
        () => answers.push('done'),
        (error: unknown) => answers.push(error instanceof PanelError ? error.code : String(error)),
      ),
    );
    const zone = await small.run('zoneFile', 'second', zoneFile);
    assert.ok('records' in zone && zone.records.length === 1);
    assert.ok(!answers.includes('UPLOAD_STOPPED'), 'the other customer was first');
    await Promise.all(flood);
    assert.deepEqual(answers.toSorted(), [...Array(2).fill('UPLOADS_WAITING'), ...Array(4).fill('UPLOAD_STOPPED')]);
  } finally {
    await small.close();
  }
});

test('every call that takes a file is known here', () => {
  const uploads = Object.entries(contract).flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => (call['~orpc'].meta.upload ? [`${room}.${name}`] : [])),
  );
  assert.deepEqual(uploads.toSorted(), [
    'app.manualCreate',
    'app.manualUpdate',
    'customer.readImport',
    'dns.readZoneFile',
    'file.upload',
    'file.uploadPart',
    'migration.create',
    'migration.uploadArchive',
    'plugin.upload',
    'site.import',
    'siteBuilder.addPicture',
    'theme.upload',
  ]);
});
