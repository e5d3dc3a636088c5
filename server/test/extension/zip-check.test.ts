import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionKind } from '@panel/contract';
import { PanelError } from '../../src/kernel/errors.ts';
import { readExtension } from '../../src/uploads/readers/extension-header.ts';
import { pluginZip, themeZip, zipOf, type ZipEntry } from './zip-support.ts';

/** The reason for which an archive is refused; `accepted` if it is not. */
const refusal = (bytes: Buffer, kind: ExtensionKind = 'plugin'): Promise<string> =>
  readExtension(kind, bytes).then(
    () => 'accepted',
    (error: unknown) => {
      assert.ok(error instanceof PanelError && error.code === 'ARCHIVE_REFUSED', String(error));
      return error.message;
    },
  );

const header: ZipEntry = { name: 'shop/shop.php', content: '<?php\n/*\nPlugin Name: Shop\nVersion: 1.0\n*/' };
const withEntry = (entry: ZipEntry): Buffer => zipOf([header, entry]);

test('the header of a plugin is read as WordPress reads it', async () => {
  assert.deepEqual(await readExtension('plugin', pluginZip('shop', '1.2.3')), {
    slug: 'shop',
    name: 'The shop plugin',
    version: '1.2.3',
    author: 'Ada',
    description: 'For tests.',
    requiresWp: null,
    requiresPhp: '7.4',
    tags: [],
  });
  const odd = zipOf([
    { name: 'odd/readme.php', content: '<?php // nothing' },
    {
      name: 'odd/main.php',
      content: '<?php /* Plugin Name: <b>Odd</b> one */\n# Version: 2.0-beta1\r\n// Author: x\u0000y',
    },
    { name: '__MACOSX/odd/._main.php', content: 'x' },
  ]);
  const { slug, name, version } = await readExtension('plugin', odd);
  assert.deepEqual([slug, name, version], ['odd', 'Odd one', '2.0-beta1']);
});

test('a theme needs a style sheet with a header, and a template', async () => {
  const { slug, version } = await readExtension('theme', themeZip('plain', '3.0'));
  assert.deepEqual([slug, version], ['plain', '3.0']);
  assert.match(await refusal(pluginZip('shop', '1.0'), 'theme'), /This is not a theme/);
  assert.match(await refusal(themeZip('plain', '1.0')), /This is not a plugin/);
  const empty = zipOf([{ name: 'plain/style.css', content: '/* Theme Name: Plain\nVersion: 1.0 */' }]);
  assert.match(await refusal(empty, 'theme'), /neither index\.php nor templates/);
});

const HOSTILE: [what: string, bytes: () => Buffer, reason: RegExp][] = [
  ['a path upwards', () => withEntry({ name: 'shop/../../evil.php' }), /leads outside/],
  ['an absolute path', () => withEntry({ name: '/etc/passwd' }), /leads outside/],
  ['a path of Windows', () => withEntry({ name: 'shop\\..\\evil.php' }), /leads outside|not allowed/],
  ['a drive', () => withEntry({ name: 'C:/evil.php' }), /leads outside|not allowed/],
  ['a link', () => withEntry({ name: 'shop/link', content: '/etc/passwd', mode: 0o120777 }), /link or special file/],
  ['a device', () => withEntry({ name: 'shop/null', mode: 0o020666 }), /link or special file/],
  ['an encrypted file', () => withEntry({ name: 'shop/a.php', flags: 1 }), /encrypted/],
  ['a name twice', () => withEntry({ name: 'shop/SHOP.php', content: 'x' }), /more than once/],
  ['a bomb by ratio', () => withEntry({ name: 'shop/zeros', content: Buffer.alloc(8 * 1024 ** 2) }), /far more than/],
  ['a bomb by declared size', () => withEntry({ name: 'shop/big', size: 0xfffffff0 }), /larger than/],
  ['a file that is larger than declared', () => withEntry({ name: 'shop/a', content: 'abcdef', size: 3 }), /damaged/],
  ['a file that is smaller than declared', () => withEntry({ name: 'shop/a', content: 'abc', size: 6 }), /damaged/],
  [
    'a bomb by count',
    () => {
      const bytes = pluginZip('shop', '1.0');
      // The number of entries in the last record of the archive.
      bytes.writeUInt16LE(20_001, bytes.length - 12);
      return bytes;
    },
    /more than 20000 files/,
  ],
  ['two folders', () => withEntry({ name: 'other/a.php' }), /exactly one folder/],
  ['files beside the folder', () => withEntry({ name: 'a.php' }), /exactly one folder/],
  [
    'a folder that looks like an option',
    () => zipOf([{ ...header, name: '--allow-root/shop.php' }]),
    /not a valid name/,
  ],
  ['a truncated archive', () => pluginZip('shop', '1.0').subarray(0, -30), /damaged or incomplete/],
  ['no zip', () => Buffer.from('<?php // Plugin Name: Shop'), /not a zip file/],
  ['nothing', () => Buffer.alloc(0), /not a zip file/],
  ['no version', () => zipOf([{ ...header, content: '<?php /* Plugin Name: Shop */' }]), /no valid "Version"/],
];

for (const [what, bytes, reason] of HOSTILE)
  test(`refused with the reason: ${what}`, async () => {
    assert.match(await refusal(bytes()), reason);
  });

test('a damaged file is found by its checksum', async () => {
  const bytes = pluginZip('shop', '1.0');
  // The checksum in the list of contents, after signature and twelve bytes of header.
  const at = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16;
  bytes.writeUInt32LE(bytes.readUInt32LE(at) ^ 1, at);
  assert.match(await refusal(bytes), /damaged/);
});
