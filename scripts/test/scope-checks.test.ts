import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScopes } from '../lib/scope-checks.ts';

const linesOf = (text: string, file = 'server/src/modules/mail/mail.repo.ts') =>
  checkScopes({ file, text }).map(({ line }) => line);

test('a query that compares a scope by itself is found, in drizzle, in SQL and taken apart', () => {
  assert.deepEqual(linesOf('\nconst a = eq(mail.partnerId, scope.partnerId);'), [2]);
  assert.deepEqual(linesOf('sql`m.customer_id = ${viewerScope?.customerId}`'), [1]);
  assert.deepEqual(linesOf('const mine = ({ partnerId, customerId }: Scope) => 1;'), [1]);
  assert.deepEqual(linesOf('const {\n  customerId,\n} = scopeOf(context);'), [1]);
  assert.match(checkScopes({ file: 'server/src/a.ts', text: 'scope.partnerId' })[0]?.message ?? '', /within\(table/);
});

test('the place of the decision, release policies, other owners and scopes passed on are not', () => {
  assert.deepEqual(linesOf('scope.partnerId', 'server/src/db/select-page.ts'), []);
  assert.deepEqual(linesOf('scope.partnerId', 'server/src/platform/release/channel.repo.ts'), []);
  assert.deepEqual(linesOf('({ partnerId }: SiteRow) => within(mail, scope); ({ id }: Scope); row.partnerId'), []);
  assert.deepEqual(linesOf('const make = (): Scope => ({ partnerId, customerId });'), []);
});
