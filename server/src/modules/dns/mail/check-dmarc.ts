import type { MailFinding } from '@panel/contract';
import { bad, good, warning } from './finding.ts';
import type { MailLookup } from './lookup.ts';
import { readTags } from './tags.ts';

const POLICIES: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject']);
const ALIGNMENTS: ReadonlySet<string> = new Set(['r', 's']);
const START = 'Add the TXT record _dmarc with v=DMARC1; p=none.';
/** Domains above that are asked for a policy. */
const MOST_ABOVE = 4;

const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text);

/** What is wrong with the tags of a policy, or null (RFC 7489, 6.3). */
function problemOf(tags: ReadonlyMap<string, string> | null): string | null {
  if (tags === null) return 'it must consist of name=value, divided by semicolons, each name once';
  const policy = tags.get('p')?.toLowerCase();
  if (policy === undefined || !POLICIES.has(policy)) return 'p must be none, quarantine or reject';
  for (const name of ['sp', 'np'])
    if (!POLICIES.has(tags.get(name)?.toLowerCase() ?? 'none')) return `${name} must be none, quarantine or reject`;
  for (const name of ['adkim', 'aspf'])
    if (!ALIGNMENTS.has(tags.get(name)?.toLowerCase() ?? 'r')) return `${name} must be r or s`;
  const percent = tags.get('pct') ?? '100';
  if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100) return 'pct must be a number from 0 to 100';
  for (const name of ['rua', 'ruf']) {
    const addresses = tags.get(name)?.split(',') ?? [];
    if (!addresses.every((each) => /^\s*(?:mailto:[^\s@]+@[^\s@]+|https?:\S+)\s*$/i.test(each)))
      return `${name} must be an address such as mailto:dmarc@example.com`;
  }
  return null;
}

/** What is to say about a policy. */
export function readDmarc(text: string): MailFinding {
  const found = [text];
  const tags = readTags(text);
  const problem = problemOf(tags);
  if (problem !== null)
    return bad(found, { text: 'Receivers cannot use the policy.', advice: `Correct the record: ${problem}.` });
  const policy = (tags?.get('p') ?? '').toLowerCase();
  const reports = tags?.has('rua') ? '' : ' Add rua=mailto:… to get reports about who sends.';
  if (policy === 'none')
    return warning(found, {
      text: 'The policy only watches: email that fails SPF and DKIM is still delivered.',
      advice: `Once SPF and DKIM are good, change p=none to p=quarantine, later to p=reject.${reports}`,
    });
  return good(found, {
    text:
      policy === 'reject'
        ? 'Receivers refuse email that claims to come from the domain but fails SPF and DKIM.'
        : 'Receivers put email that claims to come from the domain but fails SPF and DKIM into the spam folder.',
  });
}

/** The domain and those above it that may have a policy; a top-level domain has none. */
const domainsOf = (fqdn: string): string[] => {
  const labels = fqdn.split('.');
  return labels
    .slice(0, -1)
    .map((_label, at) => labels.slice(at).join('.'))
    .slice(0, MOST_ABOVE);
};

/** What receivers are to do with forged email; the policy of a domain above counts when there is none. */
export async function checkDmarc(lookup: MailLookup, fqdn: string): Promise<MailFinding> {
  for (const domain of domainsOf(fqdn)) {
    const found = (await lookup.texts(`_dmarc.${domain}`)).filter(isDmarc);
    const [record] = found;
    if (record === undefined) continue;
    if (found.length > 1)
      return bad(found, {
        text: `${domain} has several DMARC policies, which makes all of them invalid.`,
        advice: 'Keep one of them.',
      });
    const policy = readDmarc(record);
    return domain === fqdn ? policy : { ...policy, text: `The policy of ${domain} counts. ${policy.text}` };
  }
  return bad([], {
    text: 'The domain has no DMARC policy, and large receivers ask for one.',
    advice: START,
  });
}
