import * as v from 'valibot';
import { url } from './schemas.ts';

/** The variables of the panel's own database, and of those of applications. */
export const databaseVariables = {
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    fallback: undefined,
    allowed: 'an address like postgres://user:password@host:5432/name, or nothing for the embedded database',
  },
  EMBEDDED_DATABASE: {
    schema: v.picklist(['pglite', 'postgres']),
    fallback: 'pglite',
    allowed: 'pglite or postgres, for a data folder that has no database yet',
  },
  APPS_DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    fallback: undefined,
    allowed:
      'an address like postgres://user:password@host:5432 or postgres://user:password@localhost/?host=/run/postgresql, or nothing for a PostgreSQL that the panel runs',
  },
} as const;

type Parsed = {
  APPS_DATABASE_URL: string | undefined;
  DATABASE_URL: string | undefined;
  EMBEDDED_DATABASE: DatabaseConfig['embeddedDatabase'];
};

export type DatabaseConfig = {
  /** PostgreSQL; undefined means the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** The kind of embedded database that a new `dataDir` gets; one that has a database keeps its kind. */
  embeddedDatabase: 'pglite' | 'postgres';
  /** The PostgreSQL server for databases of applications; undefined means one that the panel runs. */
  appsDatabaseUrl: string | undefined;
};

export const databaseConfig = (parsed: Parsed): DatabaseConfig => ({
  databaseUrl: parsed.DATABASE_URL,
  embeddedDatabase: parsed.EMBEDDED_DATABASE,
  appsDatabaseUrl: parsed.APPS_DATABASE_URL,
});
