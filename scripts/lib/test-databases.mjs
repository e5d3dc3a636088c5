/**
 * The first line of a server test that runs on PostgreSQL as well as on PGlite. It names the repositories whose queries
 * the test runs, or what else depends on the database: locks, leases, notifications, several processes, a killed one.
 */
const MARK = /^\/\/ On both databases: (\S.*)/;

/** What of a server test depends on the database, or undefined if it runs on PGlite alone. */
export const dependsOnDatabase = (text) => MARK.exec(text)?.[1];
