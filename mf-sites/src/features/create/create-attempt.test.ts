import { ApiError } from '@panel/core';
import { attemptKey, endAttempt } from './create-attempt.ts';

const noAnswer = new ApiError({ code: 'NETWORK', message: 'lost' });
const refusal = new ApiError({ code: 'NAME_TAKEN', message: 'taken', status: 409 });

test('a double click and a retry without a response are the same attempt', () => {
  const first = attemptKey({ fqdn: 'a.b' });
  expect(attemptKey({ fqdn: 'a.b' })).toBe(first);
  endAttempt(noAnswer);
  expect(attemptKey({ fqdn: 'a.b' })).toBe(first);
});

test('other content is another attempt', () => {
  const first = attemptKey({ fqdn: 'a.b' });
  expect(attemptKey({ fqdn: 'c.b' })).not.toBe(first);
});

test('after a response, good or bad, the next attempt is a new one', () => {
  const first = attemptKey({ fqdn: 'a.b' });
  endAttempt(refusal);
  const second = attemptKey({ fqdn: 'a.b' });
  expect(second).not.toBe(first);
  endAttempt(null);
  expect(attemptKey({ fqdn: 'a.b' })).not.toBe(second);
});
