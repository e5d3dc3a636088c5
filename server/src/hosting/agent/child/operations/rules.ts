import type { Inputs, Outputs } from '../../protocol.ts';
import { isForVisitors } from '../visitor-headers.ts';
import { readStart, type Folder } from '../site-files.ts';

const FILE_BYTES = 65_536;
const MOST_REDIRECTS = 1000;
const MOST_BLOCKS = 200;
const MOST_HEADERS = 1000;
const LONGEST = 1000;

/** Headers that the connection, the panel or the file decides, as with Netlify; files have no cookies. */
const NOT_THEIRS = new Set([
  ...['accept-ranges', 'age', 'allow', 'alt-svc', 'set-cookie'],
  ...['connection', 'content-length', 'content-encoding', 'content-range', 'content-type', 'date', 'etag', 'host'],
  ...['keep-alive', 'last-modified', 'server', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'vary', 'via'],
]);
const isOurs = (name: string): boolean => NOT_THEIRS.has(name) || name.startsWith('proxy-') || !isForVisitors(name);
const STATUSES = new Set([200, 301, 302, 303, 307, 308, 404, 410]);

/** A path whose only pattern is one at its end, and `:name` as a whole part. */
const isPath = (text: string): boolean =>
  text.startsWith('/') && text.length <= LONGEST && !/[*].|[^/][*]|[^\x21-\x7e]/.test(text);
const isTarget = (text: string): boolean =>
  text.length <= LONGEST && /^(?:\/(?!\/)|https?:\/\/[a-z0-9])[\x21-\x7e]*$/i.test(text);

/**
 * What the files `_redirects` and `_headers` of a release say, as Netlify and Cloudflare define them. Lines that ask for
 * something else (conditions, other servers behind an address of the site) are counted.
 */
export function rules(root: Folder, { folder }: Inputs['rules']): Outputs['rules'] {
  const done: Outputs['rules'] = { redirects: [], headers: [], skipped: 0 };
  for (const line of linesOf(root, `${folder}/_redirects`)) {
    const rule = redirectOf(line.trim());
    if (rule && done.redirects.length < MOST_REDIRECTS) done.redirects.push(rule);
    else if (rule !== null) done.skipped += 1;
    else if (line.trim() !== '' && !line.trim().startsWith('#')) done.skipped += 1;
  }
  readHeaders(linesOf(root, `${folder}/_headers`), done);
  return done;
}

const linesOf = (root: Folder, file: string): string[] => (readStart(root, file, FILE_BYTES) ?? '').split(/\r?\n/);

function redirectOf(line: string): Outputs['rules']['redirects'][number] | null {
  if (line === '' || line.startsWith('#')) return null;
  const [from = '', to = '', code = '301', ...more] = line.split(/\s+/);
  const status = Number(code.replace(/!$/, ''));
  if (more.length > 0 && !more[0]?.startsWith('#')) return null;
  if (!isPath(from) || !isTarget(to) || !STATUSES.has(status)) return null;
  // Another server behind an address of the site is not what files are for.
  if ((status === 200 || status >= 400) && !to.startsWith('/')) return null;
  return { from, to, status, force: code.endsWith('!') };
}

function readHeaders(lines: string[], done: Outputs['rules']): void {
  let block: Outputs['rules']['headers'][number] | null = null;
  let count = 0;
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      block = isPath(text) && done.headers.length < MOST_BLOCKS ? { path: text, set: [] } : null;
      if (block) done.headers.push(block);
      else done.skipped += 1;
      continue;
    }
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon));
    const value = text.slice(colon + 1).trim();
    const isHeader = /^[\w-]{1,100}$/.test(name) && /^[\x20-\x7e]*$/.test(value);
    const isTheirs = isHeader && !isOurs(name.toLowerCase()) && value.length <= 4 * LONGEST;
    if (block && isTheirs && count < MOST_HEADERS) {
      block.set.push([name.toLowerCase(), value]);
      count += 1;
    } else done.skipped += 1;
  }
}
