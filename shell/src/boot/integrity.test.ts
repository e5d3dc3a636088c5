import { checkIntegrity, integrityOf, trust } from './integrity.ts';

const hash = (letter: string): string => `sha384-${letter.repeat(64)}`;
const NOTHING = hash('A');

beforeAll(() => {
  trust({ base: '/remotes/mf-sites/1/', integrity: { 'entry.js': hash('b'), 'page.css': hash('c') } });
  trust({ base: '/remotes/mf-sites/2/', integrity: { 'entry.js': hash('d') } });
});

test('a file has the hash of its own release, of the older one as well', () => {
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

test('scripts, styles and preloads carry it, in the mode in which the browser may compare', () => {
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
