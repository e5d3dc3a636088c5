import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino from 'pino';
import { isUnreachable } from '../../src/db/query-error.ts';
import { asPanelError } from '../../src/http/call-handler.ts';

const failed = (cause: Error) => new DrizzleQueryError('select 1', [], cause);
const withCode = (code: string) => Object.assign(new Error('It failed.'), { code });

test('an unreachable database is reported as a temporary failure', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '08006', '57P01', '57P03'])
    assert.equal(isUnreachable(failed(withCode(code))), true, code);
  assert.equal(isUnreachable(failed(new Error('Connection terminated unexpectedly'))), true);
  for (const error of [failed(withCode('23505')), failed(new Error('syntax error')), withCode('ECONNREFUSED'), null])
    assert.equal(isUnreachable(error), false);
  const log = pino({ level: 'silent' });
  const answer = asPanelError(failed(withCode('ECONNREFUSED')), log);
  assert.deepEqual([answer.code, answer.httpStatus, answer.extra.retryAfter], ['NOT_AVAILABLE', 503, 2]);
  assert.equal(asPanelError(failed(withCode('23505')), log).code, 'INTERNAL');
});
