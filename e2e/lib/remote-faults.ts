import type { Page } from '@playwright/test';
import type { FaultFront, Strike } from './fault-front.ts';

/** A fault of a remote, with the message and number that the user sees. */
export type Fault = {
  name: string;
  /** Packages to try it with; the others have no such file, or behave the same. */
  of?: readonly string[];
  says: RegExp;
  strike: (front: FaultFront, page: Page, remoteId: string) => Promise<() => Promise<void>>;
};

const ENTRY = /\/remote-entry\.[0-9a-f]+\.js$/;
const PART = /\/(?!remote-entry\.|remote\.)[^/]+\.js$/;
const STYLE = /\.css$/;
const SLOW_MS = 12_000;

const instead =
  (status: number, type: string, body: string): Strike =>
  (_answer, res) =>
    void res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
const half: Strike = ({ status, headers, body }, res) => {
  res.writeHead(status, headers);
  res.write(body.subarray(0, body.length / 2), () => res.destroy());
};
const other: Strike = ({ status, headers, body }, res) => {
  const flipped = Buffer.from(body);
  // Replaces the last byte with a space, so that the script would still run.
  flipped[flipped.length - 1] = 0x20;
  res.writeHead(status, headers).end(flipped);
};
const late: Strike = ({ status, headers, body }, res, lifted) => {
  const timer = setTimeout(() => res.writeHead(status, headers).end(body), SLOW_MS);
  void lifted.then(() => {
    clearTimeout(timer);
    if (!res.headersSent) res.writeHead(status, headers).end(body);
  });
};

const ofFile = (name: string, files: RegExp, how: Strike, says: RegExp): Fault => ({
  name,
  says,
  strike: async (front, _page, remoteId) => {
    const lift = front.strike(remoteId, files, how);
    return async () => lift();
  },
});

const throwing: Fault['strike'] = async (_front, page, remoteId) => {
  const set = (pagesThrow: string) =>
    page.evaluate((name) => void Object.assign(globalThis, { pagesThrow: name }), pagesThrow);
  await set(remoteId.replaceAll('-', '_'));
  return () => set('');
};

const FAILED = 'didn’t open.*';
/** Faults of the entry, and of a page's own files. */
export const FAULTS: Record<'entry' | 'page', readonly Fault[]> = {
  entry: [
    ofFile(
      'entry 404',
      ENTRY,
      instead(404, 'text/plain', 'File not found.'),
      new RegExp(`${FAILED}Its code didn’t load\\..*P201`),
    ),
    ofFile(
      'entry 500',
      ENTRY,
      instead(500, 'text/plain', 'Broken.'),
      new RegExp(`${FAILED}Its code didn’t load\\..*P201`),
    ),
    ofFile(
      'HTML instead of the entry',
      ENTRY,
      instead(200, 'text/html', '<!doctype html><title>Sign in</title>'),
      new RegExp(`${FAILED}The server sent something other than its code\\..*P202`),
    ),
    ofFile('entry truncated', ENTRY, half, new RegExp(`${FAILED}Its code stopped before it was ready\\..*P205`)),
    ofFile('entry of another hash', ENTRY, other, new RegExp(`${FAILED}Its code is not what was released\\..*P203`)),
    ofFile('entry slow', ENTRY, late, new RegExp(`${FAILED}It took too long to load\\..*P204`)),
  ],
  page: [
    ofFile(
      'part gone',
      PART,
      instead(404, 'text/plain', 'File not found.'),
      new RegExp(`${FAILED}Part of its code didn’t load\\..*P206`),
    ),
    {
      ...ofFile('part of another hash', PART, other, new RegExp(`${FAILED}Its code is not what was released\\..*P203`)),
      of: ['mf-sites', 'mf-admin'],
    },
    {
      ...ofFile(
        'style of another hash',
        STYLE,
        other,
        new RegExp(`${FAILED}Its code is not what was released\\..*P203`),
      ),
      of: ['mf-sites', 'mf-admin'],
    },
    { name: 'page throws', says: /stopped working.*The page broke on purpose.*P208/, strike: throwing },
  ],
};
