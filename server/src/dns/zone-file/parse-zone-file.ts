import { APEX, DNS_TTL_DEFAULT, DNS_TTL_MAX, DNS_TTL_MIN, type DnsRecord } from '@panel/contract';
import { isKept, readRecord } from './record-data.ts';
import { readEntries, ZoneFileError, type Entry, type Token } from './tokens.ts';

export type IgnoredEntry = { line: number; message: string };
/** `ignored`: entries that are not taken, each with the reason. */
export type ParsedZone = { records: DnsRecord[]; ignored: IgnoredEntry[] };

/** Entries of a file, so that one of a megabyte does not become a million objects. */
const MOST_ENTRIES = 5000;
const CLASSES: ReadonlySet<string> = new Set(['IN', 'CH', 'HS', 'CS']);
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const TIME = /^(?:\d{1,9}|(?:\d{1,9}[smhdw])+)$/i;
/** Characters of a time; longer ones are no time. */
const TIME_MAX = 30;
const ORIGIN_TEXT = '$ORIGIN needs a complete name that ends with a dot.';

/** Seconds of a number with units, e.g. `1h30m`; undefined for anything else. */
function secondsOf(text: string): number | undefined {
  if (text.length > TIME_MAX || !TIME.test(text)) return undefined;
  const parts = text.toLowerCase().match(/\d+[smhdw]?/g) ?? [];
  return parts.reduce((sum, part) => sum + Number.parseInt(part, 10) * (UNITS[part.at(-1) ?? ''] ?? 1), 0);
}

/** Shorter and longer times are moved into the range that the panel keeps. */
const inRange = (ttl: number): number => Math.min(DNS_TTL_MAX, Math.max(DNS_TTL_MIN, ttl));

type State = {
  zone: string;
  /** Without a final dot; empty for the root. */
  origin: string;
  owner: string | null;
  /** Of $TTL, and of the last record that had one. */
  ttl: number | null;
  lastTtl: number | null;
};

/** The complete name of a field, without a final dot. @throws ZoneFileError */
function absolute({ text, escapedDot }: Token, origin: string, line: number): string {
  if (escapedDot) throw new ZoneFileError(line, 'Names with escaped dots are not supported.');
  const name = text.toLowerCase();
  if (name === '@') return origin;
  if (name === '.') return '.';
  if (name.endsWith('.')) return name.slice(0, -1);
  return origin === '' ? name : `${name}.${origin}`;
}

/** The name of an owner within the zone. @throws ZoneFileError for one outside */
function relative(name: string, { zone }: State, line: number): string {
  if (name === zone) return APEX;
  if (name.endsWith(`.${zone}`)) return name.slice(0, -zone.length - 1);
  throw new ZoneFileError(line, `${name.slice(0, 100)} is not in ${zone}.`);
}

function readDirective({ line, tokens }: Entry, state: State): void {
  const [directive, value, ...more] = tokens;
  const name = directive?.text.toUpperCase();
  if (name === '$INCLUDE' || name === '$GENERATE')
    throw new ZoneFileError(line, `${name} is not supported. Write its records into the file.`);
  if (value === undefined || more.length > 0) throw new ZoneFileError(line, `${name} needs one value.`);
  if (name === '$ORIGIN') {
    if (!value.text.endsWith('.') || value.text.length > 254) throw new ZoneFileError(line, ORIGIN_TEXT);
    state.origin = value.text.toLowerCase().slice(0, -1);
    return;
  }
  const seconds = name === '$TTL' ? secondsOf(value.text) : undefined;
  if (seconds === undefined)
    throw new ZoneFileError(line, name === '$TTL' ? '$TTL needs a time such as 3600 or 1h.' : `${name} is unknown.`);
  state.ttl = seconds;
}

/** Time and class in either order, then the type (RFC 1035, 5.1). */
function readHead(tokens: readonly Token[], line: number) {
  let ttl: number | undefined;
  let recordClass: string | undefined;
  for (const [index, { text, quoted }] of tokens.entries()) {
    const upper = text.toUpperCase();
    const seconds = quoted ? undefined : secondsOf(text);
    if (ttl === undefined && seconds !== undefined) ttl = seconds;
    else if (recordClass === undefined && CLASSES.has(upper)) recordClass = upper;
    else return { ttl, recordClass: recordClass ?? 'IN', type: upper, data: tokens.slice(index + 1) };
  }
  throw new ZoneFileError(line, 'This record has no type.');
}

/** What is wrong with a record that is not taken although it is valid, or null. */
function ignoredBecause(type: string, name: string, known: boolean): string | null {
  if (type === 'SOA') return 'The panel sets the SOA record itself.';
  if (type === 'NS' && name === APEX) return 'The name servers of the domain itself are those of this panel.';
  return known ? null : `${type.slice(0, 20)} records are not supported.`;
}

function readEntry(entry: Entry, state: State, found: ParsedZone): void {
  const { line, inheritsOwner } = entry;
  const rest = inheritsOwner ? entry.tokens : entry.tokens.slice(1);
  const [first] = entry.tokens;
  if (!inheritsOwner) {
    // Records that inherit a name that cannot be read must not go to the name before it.
    state.owner = null;
    if (entry.wrong && !first) throw entry.wrong;
    if (first) state.owner = absolute(first, state.origin, line);
  }
  if (entry.wrong) throw entry.wrong;
  if (state.owner === null)
    throw new ZoneFileError(line, 'This record has no name: there is none before it that can be read.');
  const { ttl, recordClass, type, data } = readHead(rest, line);
  if (recordClass !== 'IN') throw new ZoneFileError(line, `Class ${recordClass} is not supported.`);
  if (ttl !== undefined) state.lastTtl = ttl;
  const name = relative(state.owner, state, line);
  const because = ignoredBecause(type, name, isKept(type));
  if (because !== null || !isKept(type)) {
    found.ignored.push({ line, message: because ?? '' });
    return;
  }
  const head = { line, name, ttl: inRange(ttl ?? state.ttl ?? state.lastTtl ?? DNS_TTL_DEFAULT) };
  found.records.push(readRecord(type, head, { tokens: [...data] }, (token) => absolute(token, state.origin, line)));
}

/** Reads an entry; what is wrong with it concerns no other. */
function takeEntry(entry: Entry, state: State, found: ParsedZone): void {
  try {
    readEntry(entry, state, found);
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    found.ignored.push({ line: error.line, message: error.message });
  }
}

/**
 * Reads a zone file (RFC 1035, 5; RFC 2308, 4): `$ORIGIN`, `$TTL`, inherited owners and times, parentheses, comments,
 * units. A record that cannot be read or kept is in `ignored`, and the others are taken.
 * @param file its bytes; a text is taken as UTF-8
 * @throws ZoneFileError with the line for a directive or parenthesis that is wrong: what follows would mean something else
 */
export function parseZoneFile(file: string | Uint8Array, zone: string): ParsedZone {
  const bytes =
    typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const entries = readEntries(bytes.toString('latin1'), MOST_ENTRIES);
  const state: State = { zone, origin: zone, owner: null, ttl: null, lastTtl: null };
  const found: ParsedZone = { records: [], ignored: [] };
  for (const entry of entries) {
    const [first] = entry.tokens;
    if (first && !first.quoted && first.text.startsWith('$') && !entry.inheritsOwner) readDirective(entry, state);
    else takeEntry(entry, state, found);
  }
  return found;
}
