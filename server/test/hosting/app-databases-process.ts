import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openAppDatabases } from '../../src/start/open-app-databases.ts';

/** A panel that runs the PostgreSQL of applications until it is killed; tells the number of its main process. */
const [, , dataDir = ''] = process.argv;
const log = { info: () => undefined, error: (...said: unknown[]) => console.error(...said) };
const found = await openAppDatabases({ dataDir, url: undefined, missing: null, log });
if (!('postgres' in found)) throw new Error(found.postgresMissing);
await found.postgres.set('kept', 'word');
const pidFile = path.join(dataDir, 'app-databases', 'data', 'postmaster.pid');
process.send?.(Number(readFileSync(pidFile, 'utf8').split('\n')[0]));
setInterval(() => undefined, 1000);
