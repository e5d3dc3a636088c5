// On PostgreSQL: PGlite has one connection, on which nothing comes between two statements.
import type { Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { workload } from '../../src/db/schema.ts';
import { besideTransaction, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { appTenant } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const skip = process.env['TEST_DATABASE_URL'] ? false : 'needs PostgreSQL';

test(
  'an application that goes to the bin while a list is read is in its rows and its total, or in none',
  { skip },
  async (t) => {
    const own = await appTenant(server);
    const { app_id: id, build_id } = await own.create('only');
    await own.builtTo(build_id, 'success');
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    let counted = 0;
    // Of the two statements of a list, the one that counts comes after the change.
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      const { text = '' } = given[0] as { text?: string };
      if (!/^select count\(\*\)\S* from "workload" inner join "app"/.test(text) || counted++ > 0)
        return query.apply(this, given);
      const bin = async () => {
        await server.db.update(workload).set({ binnedAt: new Date() }).where(eq(workload.id, id));
      };
      return besideTransaction(bin).then(() => query.apply(this, given));
    });
    const { body, status, text } = await own.client.get<Page<unknown>>('/nucal/user/apps');
    assert.equal(status, 200, text);
    assert.equal(counted, 1);
    assert.deepEqual([body.pageElements.length, body.totalCount], [1, 1]);
  },
);
