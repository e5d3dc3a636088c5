import { waitFor } from '@testing-library/react';
import { checkIntegrity, fileListOf, integrityOf, trust, trustPage } from './integrity.ts';

const hash = (letter: string): string => `sha384-${letter.repeat(64)}`;
const NOTHING = hash('A');

beforeAll(() => {
  trust({ base: '/remotes/mf-sites/1/', integrity: { 'entry.js': hash('b'), 'page.css': hash('c') } });
  trust({ base: '/remotes/mf-sites/2/', integrity: { 'entry.js': hash('d') } });
});

test('a file has the hash of its own release, also of an older one', () => {
  expect(integrityOf('/remotes/mf-sites/1/entry.js')).toBe(hash('b'));
  expect(integrityOf('/remotes/mf-sites/2/entry.js')).toBe(hash('d'));
  expect(integrityOf(`${window.location.origin}/remotes/mf-sites/2/entry.js?3`)).toBe(hash('d'));
});

test.each([
  '/remotes/mf-sites/2/page.css',
  '/remotes/mf-sites/3/entry.js',
  '/shell/1/shell.js',
  '/elsewhere.js',
  '/remotes/mf-sites/2/../3/entry.js',
])('%s is in no manifest, and nothing matches', (file) => {
  expect(integrityOf(file)).toBe(NOTHING);
});

test('scripts, styles and preloads carry it, in the mode that lets the browser compare', () => {
  const script = Object.assign(document.createElement('script'), { src: '/remotes/mf-sites/1/entry.js' });
  const link = Object.assign(document.createElement('link'), { href: '/remotes/mf-sites/1/page.css' });
  for (const element of [script, link]) checkIntegrity(element);
  expect([script.integrity, link.integrity]).toEqual([hash('b'), hash('c')]);
  expect([script.crossOrigin, link.crossOrigin]).toEqual(['anonymous', 'anonymous']);
});

test('a development server has no manifest', () => {
  const script = Object.assign(document.createElement('script'), { src: 'http://localhost:1234/remote-entry.js' });
  checkIntegrity(script);
  expect(script.integrity).toBe('');
});

/** A release whose registry entry names only the entry and the list; the browser's response for the list. */
function listed(base: string, answer: () => Promise<Partial<Response>>): jest.Mock {
  const fetched = jest.fn(answer);
  window.fetch = fetched as unknown as typeof fetch;
  trust({ base, integrity: { 'entry.js': hash('b') }, files: hash('l') });
  return fetched;
}
const list = { integrity: { 'page.js': hash('e') }, preload: [], pages: {}, shared: {} };

test('a file that only the list names waits for it: the list loads once, by its hash, before the file itself', async () => {
  const fetched = listed('/remotes/mf-apps/1/', async () => ({ ok: true, json: async () => list }));
  expect(integrityOf('/remotes/mf-apps/1/entry.js')).toBe(hash('b'));
  const scripts = ['page.js', 'page.js', 'strange.js'].map((file) =>
    Object.assign(document.createElement('script'), { src: `/remotes/mf-apps/1/${file}` }),
  );
  for (const script of scripts) checkIntegrity(script);
  expect(scripts.map((script) => script.hasAttribute('src'))).toEqual([false, false, false]);
  await waitFor(() => expect(scripts.every((script) => script.hasAttribute('src'))).toBe(true));
  expect(scripts.map((script) => script.integrity)).toEqual([hash('e'), hash('e'), NOTHING]);
  expect(scripts[0]).toHaveAttribute('src', '/remotes/mf-apps/1/page.js');
  expect(fetched.mock.calls).toEqual([['/remotes/mf-apps/1/files.json', { integrity: hash('l') }]]);
  expect(integrityOf('/remotes/mf-apps/1/page.js')).toBe(hash('e'));
});

test('without the list its files do not run, and the next file requests it again', async () => {
  let isThere = false;
  listed('/remotes/mf-apps/2/', async () => ({ ok: isThere, status: 503, json: async () => list }));
  const script = Object.assign(document.createElement('script'), { src: '/remotes/mf-apps/2/page.js' });
  checkIntegrity(script);
  await waitFor(() => expect(script.integrity).toBe(NOTHING));
  await expect(integrityOf('/remotes/mf-apps/2/page.js')).rejects.toThrow('/remotes/mf-apps/2/files.json');
  isThere = true;
  await expect(integrityOf('/remotes/mf-apps/2/page.js')).resolves.toBe(hash('e'));
  await expect(fileListOf('/remotes/mf-apps/9/')).resolves.toBeNull();
});

test('files that the HTML links by hash need no list', () => {
  listed('/remotes/mf-apps/3/', () => Promise.reject(new Error('not asked for')));
  document.head.innerHTML = `<link rel="preload" as="script" href="/remotes/mf-apps/3/page.js" integrity="${hash('f')}">`;
  trustPage();
  expect(integrityOf('/remotes/mf-apps/3/page.js')).toBe(hash('f'));
});
