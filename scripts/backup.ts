import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config/config.ts';
import { backUp } from '../server/src/installation/back-up.ts';
import { BackupError } from '../server/src/installation/manifest.ts';
import { openTarget } from '../server/src/installation/open-target.ts';
import { passphraseOf } from '../server/src/installation/passphrase.ts';
import { createLog } from '../server/src/process/log.ts';
import { dataFolder } from './lib/data-folder.mjs';
import { fail } from './lib/installation-errors.ts';

const USAGE = `npm run backup -- <folder or s3://key:secret@host/bucket/prefix?region=…>

Makes a backup of the whole installation: database, keys, releases, sites, applications, uploads, certificates. It reads
the same variables as the panel, which may run meanwhile if its database is PostgreSQL. The backup is sealed with a
passphrase in BACKUP_PASSPHRASE, or the content of a file (of --key-file, or BACKUP_KEY_FILE), of 12 characters at least. Nobody can read the backup without it:
keep it elsewhere.
  --key-file <file>   the file with the passphrase
  --keep <number>     how many backups stay there; older ones are removed once this one was read back`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'key-file': { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [place] = positionals;
  if (values.help || place === undefined) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
  } else {
    const config = readConfig({ ...process.env, DATA_DIR: dataFolder() });
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep > 0))
      throw new BackupError(`--keep is a number from 1, not ${values.keep}.`);
    const { manifest, removed, left } = await backUp({
      ...{ config, keep, now: new Date(), log: createLog('error') },
      storage: await openTarget(place, config.dataDir),
      passphrase: passphraseOf({
        option: values['key-file'],
        variable: process.env['BACKUP_PASSPHRASE'],
        configured: config.backupKeyFile,
      }),
      onProgress: (line) => console.log(`  ${line}`),
    });
    console.log(`Backup ${manifest.id}: ${manifest.rows} rows and ${manifest.parts.length} parts, read back.`);
    for (const id of removed) console.log(`Removed the older backup ${id}.`);
    for (const { id, why } of left)
      console.log(`The older backup ${id} could not be removed (${why}). The next backup tries it again.`);
    for (const what of manifest.without) console.log(`Not in it: ${what}. Back it up by its own means.`);
    for (const what of manifest.remarks) console.log(`Look at ${what}.`);
  }
} catch (error) {
  fail(error);
}
