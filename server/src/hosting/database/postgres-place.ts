import type pg from 'pg';

/** Where the PostgreSQL server for applications is now, and who may create databases there. */
export type PostgresPlace = {
  /** For the panel: a user who may create users and databases. */
  admin: pg.PoolConfig;
  /** The Unix socket that an application's network is connected to. */
  socket: string;
};
