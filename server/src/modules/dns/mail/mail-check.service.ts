import { MAIL_TEMPLATES, type DnsRecord, type MailCheck, type MailKey } from '@panel/contract';
import { DnsFailure, type MailServer } from '../../../dns/resolver.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkMx, isNullMx } from './check-mx.ts';
import { checkSpf } from './check-spf.ts';
import { settled } from './finding.ts';
import { openLookup, type MailLookup } from './lookup.ts';

/** The page waits for the answer. */
const DEADLINE_MS = 10_000;
const SELECTORS_MAX = 10;
const OF_KEY = /^(.+)\._domainkey$/;

/** The selectors in the records of a zone. */
const selectorsIn = (records: readonly DnsRecord[]): string[] =>
  records.flatMap(({ name, type }) => {
    const [, selector] = OF_KEY.exec(name) ?? [];
    return selector !== undefined && (type === 'TXT' || type === 'CNAME') && !selector.includes('*') ? [selector] : [];
  });

/** The mail servers, or none when nobody answered; their own check says so. */
async function serversOf(lookup: MailLookup, fqdn: string): Promise<MailServer[]> {
  try {
    return await lookup.mailServers(fqdn);
  } catch (error) {
    if (error instanceof DnsFailure) return [];
    throw error;
  }
}

async function keysOf(lookup: MailLookup, { fqdn, records, selector }: Subject): Promise<MailKey[]> {
  const servers = await serversOf(lookup, fqdn);
  const provider = MAIL_TEMPLATES.find((template) => servers.some(({ host }) => template.servers.test(host)));
  const known = new Set([...(selector ? [selector] : []), ...selectorsIn(records)]);
  const all = [...new Set([...known, ...(known.size === 0 ? (provider?.selectors ?? []) : [])])];
  return Promise.all(
    all.slice(0, SELECTORS_MAX).map(async (each) => ({
      selector: each,
      ...(await settled(checkDkim(lookup, `${each}._domainkey.${fqdn}`, !known.has(each)))),
    })),
  );
}

type Subject = { fqdn: string; records: readonly DnsRecord[]; selector?: string | undefined };

/** Whether the email of a domain is set up well, as the configured resolvers see it. */
export async function checkMail(servers: readonly string[], subject: Subject, now: Date): Promise<MailCheck> {
  const { fqdn } = subject;
  const lookup = openLookup(servers, DEADLINE_MS);
  try {
    const [mx, spf, dkim, dmarc, receives] = await Promise.all([
      settled(checkMx(lookup, fqdn)),
      settled(checkSpf(lookup, fqdn)),
      keysOf(lookup, subject),
      settled(checkDmarc(lookup, fqdn)),
      serversOf(lookup, fqdn).then((found) => !isNullMx(found)),
    ]);
    return { ...{ fqdn, mx, spf, dkim, dmarc }, has_mail: receives, checked_at: now.toISOString() };
  } finally {
    lookup.close();
  }
}
