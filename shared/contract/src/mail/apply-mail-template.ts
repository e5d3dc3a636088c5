import * as v from 'valibot';
import { APEX, DNS_TTL_DEFAULT, DnsRecord, NO_TARGET, recordData, recordKey } from '../dns-record.ts';
import { NO_MAIL, type MailRecord, type MailTemplate, type MailValue } from './mail-templates.ts';
import { isSpf, mergeSpf, parseSpf, SPF_LOOKUPS_MAX } from './spf.ts';

export type MailInputs = Readonly<Record<string, string>>;
export type MailChange = {
  records: DnsRecord[];
  /** What became of records that were in the way, in words. */
  notes: string[];
};

/** Copied from a page or a zone file, a long text may be in several quoted parts or lines. */
function entered(text: string): string {
  const parts = [...text.matchAll(/"([^"]*)"/g)].map(([, part = '']) => part);
  return (parts.length > 0 ? parts.join('') : text).replace(/[\r\n\t]+/g, '').trim();
}

/** What an input stands for; null when it does not fit. */
const readValue = ({ pattern }: MailValue, text: string): string | null => pattern.exec(entered(text))?.[1] ?? null;

/** What is wrong with an input, or null. Each may be left empty. */
export const mailValueProblem = (value: MailValue, text: string): string | null =>
  text.trim() === '' || readValue(value, text) !== null ? null : `Enter it in the form ${value.placeholder}`;

/** The records of a template for a domain, without those whose values are missing or make no valid name. */
export function mailRecords(fqdn: string, template: MailTemplate, inputs: MailInputs): DnsRecord[] {
  const known: Record<string, string | null | undefined> = { domain: fqdn, 'domain-id': fqdn.replaceAll('.', '-') };
  const fill = (text: string): string => text.replace(/\{([\w-]+)\}/g, (hole, key: string) => known[key] ?? hole);
  for (const value of template.values)
    known[value.key] = readValue(value, inputs[value.key] ?? '') ?? (value.preset && fill(value.preset));
  const filled = (record: MailRecord) => ({ ...record, ttl: DNS_TTL_DEFAULT, value: fill(record.value) });
  return template.records
    .map(filled)
    .filter(({ value }) => !value.includes('{'))
    .flatMap((record) => {
      const parsed = v.safeParse(DnsRecord, record);
      return parsed.success ? [parsed.output] : [];
    });
}

const isDmarc = ({ name, type, value }: DnsRecord): boolean =>
  name === '_dmarc' && type === 'TXT' && /^v=DMARC1\b/i.test(value);
const isApexSpf = ({ name, type, value }: DnsRecord): boolean => name === APEX && type === 'TXT' && isSpf(value);

/** The includes that a template's SPF record can have, with whatever value in them. */
const includesOf = ({ records }: MailTemplate): RegExp[] =>
  records
    .filter(({ type, value }) => type === 'TXT' && isSpf(value))
    .flatMap(({ value }) => [...value.matchAll(/include:(\S+)/g)])
    .filter(([, host = '']) => host.includes('{'))
    .map(
      ([, host = '']) => new RegExp(`^\\+?include:${host.replaceAll('.', '\\.').replace(/\\?\{\w+\}/g, '\\S+')}$`, 'i'),
    );

/** A record without the template's own senders, so that another region replaces them. */
function withoutOwn(text: string, template: MailTemplate): string {
  const own = includesOf(template);
  const words = text.split(' ').filter((word) => !own.some((each) => each.test(word)));
  return words.join(' ');
}

type Outcome = { text: string; note: string | null };

function spfOf(existing: readonly string[], added: string, template: MailTemplate): Outcome {
  const former = existing.map((text) => withoutOwn(text, template));
  if (existing.every((text) => text === added)) return { text: added, note: null };
  if (template.id === NO_MAIL)
    return { text: added, note: 'The SPF record is replaced: nobody may send for the domain.' };
  const merged = mergeSpf(former, added);
  if (merged !== null) {
    const [only] = existing;
    const note =
      existing.length > 1
        ? 'The domain had several SPF records, which makes all of them invalid. They are merged into one.'
        : 'The SPF record is merged with the one that the domain has. Remove senders that you no longer use.';
    if (existing.length === 1 && merged === added)
      return { text: added, note: `The SPF record now names ${template.name} as the only sender.` };
    return { text: merged, note: only === merged && existing.length === 1 ? null : note };
  }
  const isUnreadable = existing.some((text) => parseSpf(text).problem !== null);
  const reason = isUnreadable
    ? 'it was not valid'
    : `together they need more than ${SPF_LOOKUPS_MAX} DNS lookups, which receivers refuse`;
  return { text: added, note: `The SPF record is replaced: ${reason}. Add senders that you still use.` };
}

const list = (records: readonly DnsRecord[]): string =>
  records.map((record) => `${record.type} ${recordData(record).slice(0, 120)}`).join(', ');

class Draft {
  readonly notes: string[] = [];
  records: DnsRecord[];

  constructor(records: readonly DnsRecord[]) {
    this.records = [...records];
  }

  /** Takes records away; says so when there were any. */
  remove(which: (record: DnsRecord) => boolean, note?: (removed: readonly DnsRecord[]) => string): void {
    const removed = this.records.filter(which);
    if (removed.length === 0) return;
    this.records = this.records.filter((record) => !which(record));
    if (note) this.notes.push(note(removed));
  }

  /** Records of one name and type have one TTL. */
  add(record: DnsRecord): void {
    if (this.records.some((each) => recordKey(each) === recordKey(record))) return;
    const same = this.records.find(({ name, type }) => name === record.name && type === record.type);
    this.records = [...this.records, { ...record, ttl: same?.ttl ?? record.ttl }];
  }
}

function addMailServers(draft: Draft, servers: readonly DnsRecord[]): void {
  const wanted = new Set(servers.map(recordKey));
  draft.remove(
    (record) => record.type === 'MX' && record.name === APEX && !wanted.has(recordKey(record)),
    (removed) =>
      removed.every(({ value }) => value === NO_TARGET)
        ? 'The record that refuses all email is deleted.'
        : `Email no longer goes to ${removed.map(({ value }) => value).join(', ')}.`,
  );
  if (servers.length === 0) draft.notes.push('Enter the mail server; its usual name is too long for this domain.');
  for (const server of servers) draft.add(server);
}

function addSpf(draft: Draft, record: DnsRecord, template: MailTemplate): void {
  const existing = draft.records.filter(isApexSpf);
  const { text, note } = spfOf(
    existing.map(({ value }) => value),
    record.value,
    template,
  );
  if (note !== null) draft.notes.push(note);
  if (existing.length === 1 && existing[0]?.value === text) return;
  const ttl = existing[0]?.ttl ?? record.ttl;
  draft.remove(isApexSpf);
  draft.add({ ...record, ttl, value: text } as DnsRecord);
}

function addDmarc(draft: Draft, record: DnsRecord, template: MailTemplate): void {
  const delegated = draft.records.some(({ name, type }) => name === '_dmarc' && type === 'CNAME');
  const [first, ...more] = draft.records.filter(isDmarc);
  if (template.id === NO_MAIL) {
    draft.remove(
      ({ name, type, value }) => name === '_dmarc' && (type === 'TXT' || type === 'CNAME') && value !== record.value,
      () => 'The DMARC policy is replaced: receivers refuse what claims to come from the domain.',
    );
    draft.add(record);
  } else if (delegated || first) {
    if (first?.value !== record.value) draft.notes.push('The DMARC policy of the domain stays as it is.');
    if (more.length > 0)
      draft.remove(
        (each) => isDmarc(each) && each !== first,
        () => 'The domain had several DMARC policies, which makes all of them invalid. Only the first stays.',
      );
  } else draft.add(record);
}

/** A key or another name for a host: it replaces what its name had. */
function addAtName(draft: Draft, record: DnsRecord): void {
  draft.remove(
    (each) => each.name === record.name && recordKey(each) !== recordKey(record),
    (removed) => `${record.name} is replaced; it was ${list(removed)}.`,
  );
  draft.add(record);
}

/** Puts the records of a mail provider among those of a domain. Applied again, it changes nothing more. */
export function applyMailTemplate(
  fqdn: string,
  records: readonly DnsRecord[],
  template: MailTemplate,
  inputs: MailInputs,
): MailChange {
  const draft = new Draft(records);
  const wanted = mailRecords(fqdn, template, inputs);
  addMailServers(
    draft,
    wanted.filter(({ type }) => type === 'MX'),
  );
  for (const record of wanted) {
    if (record.type === 'MX') continue;
    if (isApexSpf(record)) addSpf(draft, record, template);
    else if (record.name === '_dmarc') addDmarc(draft, record, template);
    else if (record.name === APEX) draft.add(record);
    else addAtName(draft, record);
  }
  return { records: draft.records, notes: draft.notes };
}
