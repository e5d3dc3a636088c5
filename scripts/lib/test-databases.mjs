/**
 * The first line of a server test that does not run on PostgreSQL alone, or whose tests ask which database they run on:
 * which ones, and what of the test depends on it (locks, leases, notifications, several processes, a killed one).
 */
const MARK = /^\/\/ On (both databases|the embedded database|PostgreSQL): (\S.*)/;
const DATABASES = {
  'both databases': ['postgres', 'pglite'],
  'the embedded database': ['pglite'],
  PostgreSQL: ['postgres'],
};
/** A test that asks which one it runs on: without the line, what is skipped on PostgreSQL would never run. */
const ASKS = /process\.env(?:\['|\.)TEST_DATABASE_URL/;

/** What of a server test depends on the database, or undefined. */
export const dependsOnDatabase = (text) => MARK.exec(text)?.[2];

/** Whether a server test asks for its database and does not say which ones it runs on. */
export const asksSilently = (text) => ASKS.test(text) && dependsOnDatabase(text) === undefined;

/** The databases that a server test runs on. */
export const databasesOf = (text) => DATABASES[MARK.exec(text)?.[1] ?? 'PostgreSQL'];
