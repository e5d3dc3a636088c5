import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { refuseMounts } from '../../src/installation/mounts.ts';
import { openTarget } from '../../src/installation/open-target.ts';
import { passphraseOf, passphraseOfPanel } from '../../src/installation/passphrase.ts';
import { PASSPHRASE, removeAll, temporaryFolder } from './installation-support.ts';

const folders: string[] = [];
const folder = async (name: string): Promise<string> => {
  const made = await temporaryFolder(name);
  folders.push(made);
  return made;
};
after(() => removeAll(folders));

test('places where something is mounted inside of the data folder are named before anything is moved', async () => {
  const [at, lists] = [await folder('a disk'), await folder('mounts')];
  const line = (place: string) => `36 35 98:0 / ${place.replaceAll(' ', '\\040')} rw,noatime - ext4 /dev/sda1 rw\n`;
  const list = path.join(lists, 'mountinfo');
  await writeFile(list, line('/') + line(at) + line(`${at}-beside`));
  await refuseMounts(at, list);
  await writeFile(list, line(at) + line(`${at}/sites`) + line(`${at}/keys/my disk`));
  const link = path.join(lists, 'link');
  await symlink(at, link);
  await assert.rejects(
    refuseMounts(link, list),
    new RegExp(`BackupError: Something is mounted inside of ${at}: ${at}/sites, ${at}/keys/my disk\\. `),
  );
});

test('a link into the data folder is no place for backups', async () => {
  const dataDir = await folder('data');
  const link = path.join(await folder('target'), 'link');
  await mkdir(path.join(dataDir, 'sites'));
  await symlink(path.join(dataDir, 'sites'), link);
  await assert.rejects(openTarget(path.join(link, 'new/backups'), dataDir), /is in the data folder/);
  const [elsewhere, inside] = [await folder('elsewhere'), path.join(dataDir, 'disk')];
  await symlink(elsewhere, inside);
  (await openTarget(path.join(inside, 'backups'), dataDir)).close();
});

test('the passphrase that is named for a command is used before the configured one', async () => {
  const at = await folder('keys');
  const [option, configured, short] = ['option', 'configured', 'short'].map((name) => path.join(at, name));
  assert.ok(option && configured && short);
  for (const file of [option, configured]) await writeFile(file, `passphrase: ${path.basename(file)}\n`);
  await writeFile(short, 'x');
  const none = { option: undefined, variable: undefined, configured: undefined };
  assert.equal(passphraseOf({ option, variable: PASSPHRASE, configured }), 'passphrase: option');
  assert.equal(passphraseOf({ ...none, variable: PASSPHRASE, configured }), PASSPHRASE);
  assert.equal(passphraseOf({ ...none, variable: '', configured }), 'passphrase: configured');
  assert.throws(() => passphraseOf(none), /--key-file, or BACKUP_KEY_FILE.*BACKUP_PASSPHRASE/);
  assert.throws(() => passphraseOf({ ...none, variable: 'short', configured }), /BACKUP_PASSPHRASE has fewer than 12/);
  assert.throws(() => passphraseOfPanel(undefined), /BACKUP_TO is set without BACKUP_KEY_FILE/);
  assert.throws(() => passphraseOfPanel(short), /short \(BACKUP_KEY_FILE\) has fewer than 12/);
  assert.throws(() => passphraseOfPanel(at), /file of BACKUP_KEY_FILE cannot be read/);
});
