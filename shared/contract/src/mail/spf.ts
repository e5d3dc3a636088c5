import * as v from 'valibot';
import { DNS_TEXT_MAX } from '../dns-record.ts';

/** DNS lookups that the check of an SPF record may cost (RFC 7208, 4.6.4). */
export const SPF_LOOKUPS_MAX = 10;
/** A longer one is not read: receivers have limits too, and no sender needs it. */
const SPF_TEXT_MAX = 4096;

/** One word of an SPF record: a mechanism, such as `include:host`, or a modifier, such as `redirect=host`. */
export type SpfTerm = {
  text: string;
  qualifier: '+' | '-' | '~' | '?';
  name: string;
  value: string | null;
};
export type Spf = { terms: SpfTerm[]; /** What is wrong with it, or null. */ problem: string | null };

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST = new RegExp(`^(?=.{1,253}\\.?$)${LABEL}(?:\\.${LABEL})+\\.?$`, 'i');
/** A name with macros is built by the receiver from the message; it may be anything printable. */
const PRINTABLE = /^[\x21-\x7e]{1,482}$/;
const MACRO = /%[{%_-]/;
const MECHANISM = /^([+\-~?]?)([a-z][a-z0-9]*)(?:[:/](.*))?$/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(.*)$/i;

const Ip4 = v.pipe(v.string(), v.ipv4());
const Ip6 = v.pipe(v.string(), v.ipv6());

/** Whether a TXT record is an SPF record. */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** Whether an SPF term names another domain that can be asked for. */
export const isSpfHost = (value: string): boolean => HOST.test(value);
const isDomain = (value: string): boolean => HOST.test(value) || (PRINTABLE.test(value) && MACRO.test(value));

const isPrefix = (text: string | undefined, most: number): boolean =>
  text === undefined || (/^\d{1,3}$/.test(text) && Number(text) <= most);

function isNetwork(value: string, address: typeof Ip4 | typeof Ip6, most: number): boolean {
  const [ip, prefix, ...more] = value.split('/');
  return more.length === 0 && v.is(address, ip) && isPrefix(prefix, most);
}

const AT_HOST = /^[^:/]*(?::([^/]*))?(?:\/(\d+))?(?:\/\/(\d+))?$/;

/** `a`, `a:host`, `a/24`, `a:host/24//64`. */
function isAtHost(text: string): boolean {
  const parts = AT_HOST.exec(text);
  if (!parts) return false;
  const [, host, prefix, prefix6] = parts;
  return (host === undefined || isDomain(host)) && isPrefix(prefix, 32) && isPrefix(prefix6, 128);
}

/** The mechanisms of RFC 7208, 5: whether the rest of the word fits. */
const MECHANISMS: Readonly<Record<string, (value: string | null, text: string) => boolean>> = {
  all: (value) => value === null,
  include: (value, text) => value !== null && text.includes(':') && isDomain(value),
  exists: (value, text) => value !== null && text.includes(':') && isDomain(value),
  a: (_value, text) => isAtHost(text),
  mx: (_value, text) => isAtHost(text),
  ptr: (value) => value === null || isDomain(value),
  ip4: (value) => value !== null && isNetwork(value, Ip4, 32),
  ip6: (value) => value !== null && isNetwork(value, Ip6, 128),
};

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function readTerm(text: string): SpfTerm | null {
  const modifier = MODIFIER.exec(text);
  if (modifier) {
    const [, name = '', value = ''] = modifier;
    const lower = name.toLowerCase();
    const isKnown = lower === 'redirect' || lower === 'exp';
    return isKnown && !isDomain(value) ? null : { text, qualifier: '+', name: lower, value };
  }
  const [, qualifier, name, value = null] = MECHANISM.exec(text) ?? [];
  const check = name === undefined ? undefined : MECHANISMS[name.toLowerCase()];
  if (name === undefined || !check?.(value, text)) return null;
  return { text, qualifier: (qualifier || '+') as SpfTerm['qualifier'], name: name.toLowerCase(), value };
}

/** Reads an SPF record (RFC 7208, 12). */
export function parseSpf(text: string): Spf {
  if (text.length > SPF_TEXT_MAX) return { terms: [], problem: `It is longer than ${SPF_TEXT_MAX} characters.` };
  const terms: SpfTerm[] = [];
  for (const word of text.split(' ').slice(1)) {
    if (word === '') continue;
    const term = readTerm(word);
    if (!term) return { terms, problem: `“${short(word)}” is not a valid part of an SPF record.` };
    terms.push(term);
  }
  for (const name of ['redirect', 'exp'])
    if (terms.filter((term) => term.name === name).length > 1) return { terms, problem: `It has ${name}= twice.` };
  return { terms, problem: null };
}

const ASKS: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

/** Whether checking a term costs a DNS lookup. */
export const costsLookup = ({ name }: SpfTerm): boolean => ASKS.has(name);

const sameWord = (a: SpfTerm, b: SpfTerm): boolean =>
  a.text.toLowerCase().replace(/^\+/, '') === b.text.toLowerCase().replace(/^\+/, '');

/** The senders of a record. `redirect` stands for all of another record, as an include does. */
function sendersOf(terms: readonly SpfTerm[]): SpfTerm[] {
  const hasAll = terms.some(({ name }) => name === 'all');
  return terms.flatMap((term) => {
    if (term.name !== 'redirect') return term.name in MECHANISMS && term.name !== 'all' ? [term] : [];
    return hasAll || term.value === null ? [] : [{ ...term, name: 'include', text: `include:${term.value}` }];
  });
}

/**
 * One record with the senders of several and of a new one. What happens to other mail stays as the first of them says
 * it, if it is refused or marked. Null when one of them cannot be read or ten lookups are not enough.
 */
export function mergeSpf(existing: readonly string[], added: string): string | null {
  const records = existing.map(parseSpf);
  if (records.some(({ problem }) => problem !== null)) return null;
  const wanted = parseSpf(added).terms;
  const former = records.flatMap(({ terms }) => sendersOf(terms));
  // "No mail at all" has no sender to keep.
  if (former.length === 0) return added;
  const senders = [...former, ...sendersOf(wanted)].filter(
    (term, at, all) => all.findIndex((each) => sameWord(each, term)) === at,
  );
  if (senders.filter(costsLookup).length > SPF_LOOKUPS_MAX) return null;
  const ends = [...records.flatMap(({ terms }) => terms), ...wanted].filter(({ name }) => name === 'all');
  const end = ends.find(({ qualifier }) => qualifier === '~' || qualifier === '-');
  const merged = ['v=spf1', ...senders.map(({ text }) => text), end?.text ?? '~all'].join(' ');
  return merged.length <= DNS_TEXT_MAX ? merged : null;
}
