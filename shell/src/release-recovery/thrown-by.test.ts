import { ApiError } from '@panel/core';
import { seen } from '../boot/active-releases.ts';
import { thrownBy } from './thrown-by.ts';
import { reportUncaught } from './uncaught.ts';

jest.mock('./beacons.ts', () => ({ tell: jest.fn() }));

const ORIGIN = 'http://panel.localhost:8099';
const STRANGER = `${ORIGIN}/remotes/mf-stranger/1f0c/page.1a2b.js`;
const SHELL = `${ORIGIN}/shell/9e8d/shell.3c4d.js`;

/** An error with the frames of these files, the innermost first. */
function thrown<E extends Error>(error: E, ...files: string[]): E {
  error.stack = [`${error.name}: ${error.message}`, ...files.map((file) => `    at run (${file}:1:20)`)].join('\n');
  return error;
}

test.each<[string, unknown, string | null]>([
  ['its own file', thrown(new Error('x'), STRANGER), 'mf-stranger@1f0c'],
  ['a shared library that it called', thrown(new Error('x'), SHELL, STRANGER, SHELL), 'mf-stranger@1f0c'],
  [
    'the innermost of several',
    thrown(new Error('x'), STRANGER, `${ORIGIN}/remotes/mf-sites/2/a.js`),
    'mf-stranger@1f0c',
  ],
  ['the shell alone', thrown(new Error('x'), SHELL), null],
  ['the shell, whose message names a file', thrown(new Error(`${STRANGER} is odd`), SHELL), null],
  ['what is no error', 'text', null],
])('an error from %s', (_name, error, release) => {
  const by = thrownBy(error);
  expect(by && `${by.remoteId}@${by.version}`).toBe(release);
});

test('stacks without a message, as other browsers write them', () => {
  const error = Object.assign(new Error('x'), { stack: `run@${SHELL}:1:2\nhandle@${STRANGER}:3:4` });
  expect(thrownBy(error)).toEqual({ remoteId: 'mf-stranger', version: '1f0c' });
});

/** Reports of what nothing has caught. */
function reportsOf(...events: Event[]): string[] {
  seen.length = 0;
  const stop = reportUncaught();
  for (const event of events) window.dispatchEvent(event);
  stop();
  return seen.map(({ package: name, version, reason, detail }) => `${name}@${version} ${reason} ${detail}`);
}
const uncaught = (error: unknown, filename = '') => new ErrorEvent('error', { error, filename });
const rejected = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason });

test('an event handler that throws counts against its remote, once for each fault', () => {
  const fault = () => uncaught(thrown(new Error('no price'), STRANGER, SHELL));
  expect(reportsOf(fault(), fault(), uncaught(thrown(new Error('no name'), STRANGER)))).toEqual([
    'mf-stranger@1f0c P208 outside of a page: no price',
    'mf-stranger@1f0c P208 outside of a page: no name',
  ]);
  expect(reportsOf(uncaught('text', STRANGER))).toEqual(['mf-stranger@1f0c P208 outside of a page: text']);
  expect(reportsOf(rejected(thrown(new TypeError('x is undefined'), STRANGER)))).toEqual([
    'mf-stranger@1f0c P208 outside of a page: x is undefined',
  ]);
  expect(reportsOf(rejected(thrown(new TypeError('client.fetchOrders is not a function'), STRANGER)))).toEqual([
    'mf-stranger@1f0c P208 outside of a page: client.fetchOrders is not a function',
  ]);
});

test('nothing counts against the shell or a remote whose requests failed', () => {
  expect(
    reportsOf(
      uncaught(thrown(new Error('x'), SHELL)),
      uncaught('text', SHELL),
      rejected(thrown(new TypeError('Failed to fetch'), STRANGER)),
      rejected(thrown(new TypeError('NetworkError when attempting to fetch resource.'), STRANGER)),
      rejected(thrown(new TypeError('Load failed'), STRANGER)),
      rejected(thrown(new TypeError('The network connection was lost.'), STRANGER)),
      rejected(thrown(new Error('The server of the team is down'), STRANGER)),
      rejected(thrown(new ApiError({ code: 'NETWORK', message: 'x' }), STRANGER)),
      rejected(new DOMException('The user aborted a request.', 'AbortError')),
      rejected(undefined),
    ),
  ).toEqual([]);
});
