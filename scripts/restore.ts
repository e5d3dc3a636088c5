import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config/config.ts';
import { openTarget } from '../server/src/installation/open-target.ts';
import { passphraseOf } from '../server/src/installation/passphrase.ts';
import { restore } from '../server/src/installation/restore.ts';
import { createLog } from '../server/src/process/log.ts';
import { dataFolder } from './lib/data-folder.mjs';
import { fail } from './lib/installation-errors.ts';

const USAGE = `npm run restore -- <folder or s3://key:secret@host/bucket/prefix?region=…>

Restores the whole installation from a backup of \`npm run backup\` into DATA_DIR and, where it is set, DATABASE_URL. Stop the
panel first. The passphrase of the backup is in BACKUP_PASSPHRASE, or the content of a file. Interrupted, it is run again.
  --id <backup>       which one; the newest by default
  --replace           replaces what is there, and keeps it beside
  --key-file <file>   the file with the passphrase`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'key-file': { type: 'string' },
      id: { type: 'string' },
      replace: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [place] = positionals;
  if (values.help || place === undefined) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
  } else {
    const config = readConfig({ ...process.env, DATA_DIR: dataFolder() });
    const { manifest, kept, remarks } = await restore({
      ...{ config, now: new Date(), log: createLog('error') },
      id: values.id ?? null,
      replace: values.replace ?? false,
      storage: await openTarget(place, config.dataDir),
      passphrase: passphraseOf({
        option: values['key-file'],
        variable: process.env['BACKUP_PASSPHRASE'],
        configured: config.backupKeyFile,
      }),
      onProgress: (line) => console.log(`  ${line}`),
    });
    console.log(`Restored the backup ${manifest.id} of ${manifest.createdAt}: ${manifest.rows} rows. Start the panel.`);
    if (kept !== null)
      console.log(`What was there before is in ${config.dataDir}/${kept}; remove it once all is well.`);
    for (const what of manifest.without) console.log(`Not in the backup: ${what}.`);
    for (const what of [...manifest.remarks, ...remarks]) console.log(`Look at ${what}.`);
  }
} catch (error) {
  fail(error);
}
