import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PNPM_VERSION, ROOT } from '../lib/paths.mjs';

/* What the documentation says about commands and messages, compared with the code. */

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
const commandsOf = (text: string): string[] =>
  [...text.matchAll(/^```\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|cd|curl|export)\b/.test(line)),
  );

test('what explains a command is a comment, so that a copied line runs as it is', () => {
  const wrong = PAGES.flatMap((page) =>
    commandsOf(read(page))
      .filter((line) => / {2,}(?!#|PORT=|node )\S/.test(line.replace(/ # .*$/, '')))
      .map((line) => `${page}: ${line}`),
  );
  assert.deepEqual(wrong, []);
});

test('every script that the documentation runs exists, and none needs a pnpm of the reader', () => {
  type PackageJson = { scripts: Record<string, string> };
  const scripts = ['package.json', 'shared/federation/template/package.json'].flatMap((file) =>
    Object.keys((JSON.parse(read(file)) as PackageJson).scripts),
  );
  for (const page of PAGES) {
    const text = read(page);
    for (const [, name = ''] of text.matchAll(/npm run\s([a-z:-]+)/g))
      assert.ok(scripts.includes(name), `${page}: npm run ${name}`);
    if (/^docs\/(?:guides|errors)/.test(page)) assert.doesNotMatch(text, /(?:^|`)pnpm /m, page);
  }
});

test('every variable that the installation sets is one of the panel, and in the README', () => {
  const config = globSync('server/src/config/*.ts', { cwd: ROOT }).map(read).join('\n');
  const readme = read('README.md');
  const [, service = ''] = /^  panel:\n([^]*?)^  postgres:$/m.exec(read('compose.yaml')) ?? [];
  const names = [
    ...read('docs/guides/install-on-debian.md').matchAll(/^Environment=([A-Z_]+)=/gm),
    ...service.matchAll(/^ {6}([A-Z_]+): /gm),
  ].map(([, name = '']) => name);
  assert.ok(names.length >= 28);
  for (const name of names) {
    assert.match(config, new RegExp(`^  ${name}: `, 'm'), name);
    assert.ok(readme.includes(`\`${name}\``), `${name} is not in the README`);
  }
});

test('the passwords and addresses that compose.yaml asks for are in the settings that its guide writes', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  const [, settings = ''] = /<<END\n([^]*?)\nEND/.exec(read('docs/guides/docker.md')) ?? [];
  const written = settings.split('\n').map((line) => line.split('=')[0]);
  assert.ok(asked.length >= 8);
  assert.deepEqual(
    [...new Set(asked)].filter((name) => !written.includes(name)),
    [],
  );
});

test('the image is built with the pnpm of the launcher', () => {
  const versions = [...read('Dockerfile').matchAll(/pnpm@([\d.]+)/g)].map(([, version]) => version);
  assert.ok(versions.length > 0);
  assert.deepEqual([...new Set(versions)], [PNPM_VERSION]);
});

test('each message in "When a release is rejected" is one of the panel or of panel-remote', () => {
  const [, table = ''] =
    /\n## When a release is rejected\n([^]*?)\n## /.exec(read('docs/guides/your-own-remote.md')) ?? [];
  const messages = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );
  assert.ok(messages.length >= 12);
  const sources = ['shared/*/src/**/*.ts', 'server/src/platform/**/*.ts', 'server/src/http/**/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map(read)
    .join('\n');
  for (const message of messages)
    for (const words of message.split('…').map((part) => part.trim().replace(/^[:,] /, '')))
      assert.ok(words.length < 4 || sources.includes(words), `nothing says "${words}" of "${message}"`);
});
