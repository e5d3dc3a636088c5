import { readConfig } from '../server/src/config/config.ts';
import { DataFolderError } from '../server/src/db/folder-lock.ts';
import { openDatabase } from '../server/src/db/open-database.ts';
import { checkChains } from '../server/src/modules/audit/audit-chain.service.ts';
import { createLog } from '../server/src/process/log.ts';
import { createSecretBox, loadSecretKey } from '../server/src/security/secret-box.ts';
import { dataFolder } from './lib/data-folder.mjs';

const USAGE = `npm run audit-check     checks the audit log of every partner: that no line was changed or removed

It reads DATABASE_URL, or the embedded database in DATA_DIR; for PGlite stop the panel first.
It exits with 1 if the log of a partner is not as it was written.`;

if (process.argv.includes('--help')) console.log(USAGE);
else {
  try {
    const config = readConfig({ ...process.env, DATA_DIR: dataFolder() });
    const database = await openDatabase(config, createLog('error'));
    let chains = 0;
    const secrets = createSecretBox(loadSecretKey(config));
    for await (const { partnerId, checked, waiting, fault } of checkChains({ db: database.db, secrets })) {
      chains += 1;
      const found = fault ? `line ${fault.seq}: ${fault.kind}` : 'complete';
      console.log(`${partnerId}: ${checked} lines, ${waiting} not sealed yet, ${found}`);
      if (fault) process.exitCode = 1;
    }
    if (chains === 0) console.log('The audit log has no lines yet.');
    await database.close();
  } catch (error) {
    console.error(error instanceof DataFolderError ? error.message : error);
    process.exitCode = 1;
  }
}
