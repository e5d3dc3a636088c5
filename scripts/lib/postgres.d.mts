/** Folder with initdb and postgres, or undefined. */
export function findPostgres(): string | undefined;
export function installPostgres(onLine?: (line: string) => void): Promise<string | undefined>;
/** A PostgreSQL of its own on a free port, empty and without fsync: for tests and benches. `url` is the superuser's. */
export function startPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }>;
