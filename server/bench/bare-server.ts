import { serve } from '@hono/node-server';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { listStatement } from '../src/modules/site/site-list.repo.ts';
import { tellBench } from './told.ts';

/** The baseline for the panel's list: Hono, a pool, the same statement, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const dialect = new PgDialect();
const app = new Hono();

app.get('/:partnerId', async (c) => {
  const scope = { partnerId: c.req.param('partnerId'), customerId: 'staff' as const };
  const { sql, params } = dialect.sqlToQuery(
    listStatement(scope, { limit: 10, offset: 0, orderBy: 'created_at', sortOrder: 'desc' }),
  );
  const { rows } = await pool.query(sql, params);
  return c.json({
    pageIndex: 0,
    pageSize: 10,
    totalCount: rows[0].total,
    totalPage: Math.ceil(rows[0].total / 10),
    pageElements: rows,
  });
});

const server = serve({ fetch: app.fetch, port: 0 }, () =>
  tellBench((server.address() as AddressInfo).port, () => process.exit()),
);
