import { openAppDatabases } from '../../src/start/open-app-databases.ts';

/** Fills the database of the application `killed` with a dump beside the present one, on a server that another process runs. */
const [, , dataDir = '', file = ''] = process.argv;
const log = { info: () => undefined, error: (...said: unknown[]) => console.error(...said) };
const found = await openAppDatabases({ dataDir, url: undefined, missing: null, log });
if (!('postgres' in found)) throw new Error(found.postgresMissing);
const { postgres } = found;
await postgres.socket();
process.send?.('begins');
await postgres.fill({ siteId: 'killed', password: 'of-the-application' }, file, { mark: 'one' });
await postgres.swap('killed', 'one');
process.send?.('swapped');
