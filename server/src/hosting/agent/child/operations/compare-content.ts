import { closeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ContentGroup, ContentItem, ContentKind, ContentPart } from '@panel/contract';
import type { Inputs, Outputs } from '../../protocol.ts';
import { partsOfFile } from '../own-files.ts';
import { Refused } from '../refused.ts';
import { inFolderOf, openFile, type Folder } from '../site-files.ts';

/** Of one digest: it is read three times and kept nowhere as a whole. */
const MOST_BYTES = 96 * 1024 * 1024;
const MOST_LINES = 250_000;
const LONGEST_LINE = 16 * 1024;
/** Differences that are counted and looked up; with more of them, the sites have little in common. */
const MOST_DIFFERENCES = 40_000;
/** Of all that is named. */
const MOST_NAMED_BYTES = 150_000;
const MOST_UNSEEN = 100;

/** Kinds that are known by a number: a new one on each site may have the same. */
const NUMBERED: ReadonlySet<string> = new Set<ContentKind>([
  ...(['posts', 'pages', 'products', 'orders', 'content', 'media', 'comments', 'users'] as const),
]);

/** A line of a digest. Hosted code can write any. */
type Line = { kind: string; table: string; key: string; hash: string; about: string };
type Found = { change: ContentItem['change']; by: ContentItem['by']; live: string | null; staging: string | null };
/** What a digest says of a thing: title, type, state, value, when it was changed and digests of its parts. */
type About = { t: string; d: string } & Record<'k' | 's' | 'v', string | null> & { f: Record<string, unknown> };

/** The lines of a digest from its beginning to its end. @throws Refused when it has no end or is none */
function* linesOf(root: Folder, file: string, kinds: ReadonlySet<string>): Generator<Line> {
  const opened = inFolderOf(root, file.split('/'), openFile);
  if (opened === null) throw new Refused('failed', 'a digest is missing');
  try {
    if (opened.stats.size > MOST_BYTES) throw new Refused('limit', 'a digest is too large');
    const decoder = new StringDecoder('utf8');
    let [rest, lines] = ['', 0];
    for (const part of partsOfFile(opened.fd, MOST_BYTES)) {
      const texts = (rest + decoder.write(part)).split('\n');
      rest = texts.pop() ?? '';
      lines += texts.length;
      if (rest.length > LONGEST_LINE || lines > MOST_LINES) throw new Refused('limit', 'a digest is too long');
      for (const text of texts) {
        const [kind = '', table = '', key = '', hash = '', about = ''] = text.split('\t', 5);
        if (kind === 'end') return;
        if (!kinds.has(kind) && kind !== 'unseen' && kind !== 'table')
          throw new Refused('failed', 'a line is not valid');
        yield { kind, table: table.slice(0, 64), key: key.slice(0, 190), hash: hash.slice(0, 32), about };
      }
    }
    throw new Refused('failed', 'a digest is not whole');
  } finally {
    closeSync(opened.fd);
  }
}

/** A copy: a part of a text keeps all of the text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();
const nameOf = ({ kind, table, key }: Line): string => copyOf(`${kind}\t${table}\t${key}`);
const isThing = ({ kind }: Line): boolean => kind !== 'unseen' && kind !== 'table';

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? value.slice(0, max).toWellFormed() : null;

/** The description of a line; empty for what is none. */
function aboutOf(text: string | null): About {
  let given: unknown = null;
  try {
    given = JSON.parse(text ?? '');
  } catch {
    given = null;
  }
  const { t, k, s, v, d, f } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const parts = typeof f === 'object' && f !== null ? (f as Record<string, unknown>) : {};
  return {
    t: textOf(t, 200) ?? '',
    k: textOf(k, 40),
    s: textOf(s, 40),
    v: textOf(v, 200),
    d: textOf(d, 19) ?? '',
    f: parts,
  };
}

/** Compares by hash; what is left out on one site is left out on both. */
class Comparison {
  readonly found = new Map<string, Found>();
  readonly columns = new Map<string, string>();
  private readonly hidden = new Map<string, Outputs['compareContent']['unseen'][number]>();
  /** Tables that were not looked at when the copy was made. */
  private readonly unknown = new Set<string>();
  /** Kinds of which the copy has something: one of an earlier release does not know all of them. */
  private readonly remembered = new Set<string>();
  private readonly linesOf: (file: string) => Generator<Line>;
  private readonly input: Inputs['compareContent'];

  constructor(root: Folder, input: Inputs['compareContent']) {
    const kinds = new Set<string>(input.kinds);
    this.linesOf = (file) => linesOf(root, file, kinds);
    this.input = input;
  }

  private hide({ table, key, about }: Line): void {
    const rows = Number((/"n":(\d{1,12})/.exec(about) ?? [])[1] ?? 0);
    if (this.hidden.size < MOST_UNSEEN)
      this.hidden.set(table, { table, rows, reason: key === 'time' ? 'time' : 'rows' });
  }

  /** The things that differ. Only the hashes of one site are kept meanwhile. */
  compare(): void {
    const live = new Map<string, string>();
    const note = (line: Line) => {
      if (line.kind === 'unseen') this.hide(line);
      if (line.kind === 'table') this.columns.set(line.table, aboutOf(line.about).v?.slice(0, 120) ?? '');
    };
    for (const line of this.linesOf(this.input.live))
      if (isThing(line)) live.set(nameOf(line), copyOf(line.hash));
      else note(line);
    const add = (name: string, change: Found['change']) => {
      if (this.found.size >= MOST_DIFFERENCES) throw new Refused('limit', 'the sites have little in common');
      this.found.set(name, { change, by: null, live: null, staging: null });
    };
    for (const line of this.linesOf(this.input.staging)) {
      if (!isThing(line)) note(line);
      else {
        const name = nameOf(line);
        const hash = live.get(name);
        if (hash !== line.hash) add(name, hash === undefined ? 'added' : 'changed');
        live.delete(name);
      }
    }
    for (const name of live.keys()) add(name, 'removed');
    for (const name of this.found.keys()) if (this.hidden.has(name.split('\t')[1] ?? '')) this.found.delete(name);
  }

  /** Reads what both sites say of the things that differ, and on which of them they are no longer as in the copy. */
  describe(): void {
    const hashes = new Map<string, [live: string, staging: string, copy: string]>();
    for (const [at, file] of [this.input.live, this.input.staging, this.input.copy].entries()) {
      if (file === null) continue;
      for (const line of this.linesOf(file)) {
        if (at === 2) this.remembered.add(line.kind);
        if (at === 2 && line.kind === 'unseen') this.unknown.add(line.table);
        const name = nameOf(line);
        const found = isThing(line) ? this.found.get(name) : undefined;
        if (!found) continue;
        const all = hashes.get(name) ?? ['', '', ''];
        all[at] = copyOf(line.hash);
        hashes.set(name, all);
        // The description of rows is empty.
        if (at < 2 && line.kind !== 'tables') found[at === 0 ? 'live' : 'staging'] = copyOf(line.about);
      }
    }
    if (this.input.copy === null) return;
    for (const [name, [live, staging, copy]] of hashes) {
      const found = this.found.get(name);
      const [kind = '', table = ''] = name.split('\t');
      if (!found || this.unknown.has(table) || (kind === 'terms' && !this.remembered.has(kind))) continue;
      if (live === copy) found.by = 'staging';
      else if (staging === copy) found.by = 'live';
      else found.by = copy === '' && NUMBERED.has(kind) ? 'each' : 'both';
    }
  }

  unseen(): Outputs['compareContent']['unseen'] {
    return [...this.hidden.values()];
  }
}

/** The parts that differ, of those that have names. */
const partsOf = (live: About, staging: About, parts: readonly ContentPart[]): ContentPart[] =>
  parts.filter((part) => {
    const [one, other] = [live.f[part], staging.f[part]];
    return one !== undefined && other !== undefined && one !== other;
  });

function itemOf(
  key: string,
  { change, by, live: ours, staging: theirs }: Found,
  parts: readonly ContentPart[],
): ContentItem {
  const [live, staging] = [aboutOf(ours), aboutOf(theirs)];
  const shown = change === 'removed' ? live : staging;
  return {
    ...{ key, change, by, title: shown.t, type: shown.k },
    live_title: change === 'changed' && live.t !== staging.t ? live.t : null,
    ...{ live_state: live.s, staging_state: staging.s, live_value: live.v, staging_value: staging.v },
    parts: change === 'changed' ? partsOf(live, staging, parts) : [],
    newer: live.d === '' || staging.d === '' || live.d === staging.d ? null : live.d > staging.d ? 'live' : 'staging',
  };
}

const RANK = { both: 0, each: 1, staging: 1, null: 1, live: 2 } as const;
/** Ids in their order, names after each other. */
const byKey = (one: string, other: string): number =>
  Number(one) - Number(other) || (one < other ? -1 : Number(one > other));

/** Things by kind and table, named as far as there is room: the first of each group before the second of any. */
function groupsOf(
  comparison: Comparison,
  { kinds, parts, most }: Inputs['compareContent'],
): { groups: ContentGroup[]; left: string[] } {
  const groups = new Map<string, { kind: ContentKind; table: string; things: [key: string, found: Found][] }>();
  for (const [name, found] of comparison.found) {
    const [kind = '', table = '', key = ''] = name.split('\t');
    const at = kind === 'tables' ? `${kind}\t${table}` : kind;
    const group = groups.get(at) ?? { kind: kind as ContentKind, table, things: [] };
    group.things.push([key, found]);
    groups.set(at, group);
  }
  const sorted = [...groups.values()].sort(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.table < other.table ? -1 : 1),
  );
  const shown = sorted.slice(0, most.groups).map(({ kind, table, things }) => {
    const how = (change: Found['change']) => things.filter(([, found]) => found.change === change).length;
    const where = (by: Found['by']) => things.filter(([, found]) => found.by === by).length;
    const isTable = kind === 'tables';
    const first = things
      .sort(([one, a], [other, b]) => RANK[`${a.by}`] - RANK[`${b.by}`] || byKey(one, other))
      .slice(0, most.named);
    const group: ContentGroup = {
      kind,
      ...{ table: isTable ? table : null, columns: isTable ? (comparison.columns.get(table) ?? '') : null },
      ...{ added: how('added'), changed: how('changed'), removed: how('removed') },
      ...{ live: where('live'), both: where('both'), items: [] },
    };
    return { group, first };
  });
  let [named, bytes] = [0, 0];
  for (let at = 0; at < most.named; at++)
    for (const { group, first } of shown) {
      const next = first[at];
      if (!next || named >= most.inAll || bytes > MOST_NAMED_BYTES) continue;
      const item = itemOf(...next, parts);
      bytes += Buffer.byteLength(JSON.stringify(item));
      if (bytes > MOST_NAMED_BYTES) continue;
      named += 1;
      group.items.push(item);
    }
  return { groups: shown.map(({ group }) => group), left: sorted.slice(most.groups).map(({ table }) => table) };
}

/**
 * What differs between the digests of two sites, and, with that of the copy from which both began, on which of them it was
 * changed. @throws Refused `limit`, `failed`
 */
export function compareContent(root: Folder, input: Inputs['compareContent']): Outputs['compareContent'] {
  const comparison = new Comparison(root, input);
  comparison.compare();
  comparison.describe();
  const { groups, left } = groupsOf(comparison, input);
  const beyond = left.map((table) => ({ table, rows: 0, reason: 'limit' as const }));
  const unseen = [...comparison.unseen(), ...beyond].slice(0, MOST_UNSEEN);
  return { groups, unseen, since_copy: input.copy !== null };
}
