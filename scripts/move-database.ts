import { readConfig } from '../server/src/config/config.ts';
import { moveToPostgres } from '../server/src/db/embedded/move-folder.ts';
import { DataFolderError } from '../server/src/db/folder-lock.ts';
import { createLog } from '../server/src/process/log.ts';
import { dataFolder } from './lib/data-folder.mjs';

const USAGE = `npm run move-database     moves the embedded database in DATA_DIR from PGlite to PostgreSQL

Stop the panel first. The PGlite database stays beside it in db.moved.`;

if (process.argv.includes('--help')) console.log(USAGE);
else {
  try {
    const rows = await moveToPostgres(dataFolder(), readConfig({}).cacheDir, createLog('error'));
    console.log(`Moved ${rows} rows. The panel opens PostgreSQL from now on.`);
  } catch (error) {
    console.error(error instanceof DataFolderError ? error.message : error);
    process.exitCode = 1;
  }
}
