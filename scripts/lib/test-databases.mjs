/**
 * The first line of a server test that runs on PGlite as well as on PostgreSQL. It names the repositories whose queries
 * the test runs, or what else depends on the database: locks, leases, notifications, several processes, a killed one.
 */
const MARK = /^\/\/ On both databases: (\S.*)/;
/** A test that asks which one it runs on, because parts of it need PGlite. */
const ASKS = "process.env['TEST_DATABASE_URL']";

/** What of a server test depends on the database, or undefined. */
export const dependsOnDatabase = (text) => MARK.exec(text)?.[1];

/** The databases that a server test runs on. */
export function databasesOf(text) {
  if (dependsOnDatabase(text) !== undefined) return ['postgres', 'pglite'];
  return text.includes(ASKS) ? ['pglite'] : ['postgres'];
}
