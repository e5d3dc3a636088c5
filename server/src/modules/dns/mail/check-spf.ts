import {
  costsLookup,
  isSpf,
  isSpfHost,
  parseSpf,
  SPF_LOOKUPS_MAX,
  type MailFinding,
  type SpfTerm,
} from '@panel/contract';
import { bad, good, warning } from './finding.ts';
import type { MailLookup } from './lookup.ts';

/** Receivers treat the record as if it said nothing (permerror); the message is for people. */
class SpfProblem extends Error {
  override readonly name = 'SpfProblem';
}

type Walk = { lookup: MailLookup; lookups: number };
type Ending = SpfTerm['qualifier'] | null;

const hostOf = (value: string): string => value.toLowerCase().replace(/\.$/, '');

/** The record of another domain that an include or a redirect names. */
async function recordOf(lookup: MailLookup, host: string): Promise<string> {
  const [record, ...more] = (await lookup.texts(host)).filter(isSpf);
  if (record === undefined) throw new SpfProblem(`${host} has no SPF record, but this one refers to it.`);
  if (more.length > 0) throw new SpfProblem(`${host} has several SPF records, and this one refers to it.`);
  return record;
}

/**
 * Follows a record as receivers do. It ends at the eleventh lookup, so neither a loop nor a hundred includes cost more.
 * Returns how the record treats other senders.
 */
async function follow(walk: Walk, text: string, path: readonly string[]): Promise<Ending> {
  const { terms, problem } = parseSpf(text);
  const at = path.length > 1 ? `The record of ${path.at(-1)} is not valid: ` : '';
  if (problem !== null) throw new SpfProblem(`${at}${problem}`);
  const all = terms.find(({ name }) => name === 'all');
  let ending: Ending = all?.qualifier ?? null;
  for (const term of terms) {
    if (!costsLookup(term) || (term.name === 'redirect' && all)) continue;
    walk.lookups += 1;
    if (walk.lookups > SPF_LOOKUPS_MAX)
      throw new SpfProblem(`It needs more than ${SPF_LOOKUPS_MAX} DNS lookups, and receivers stop there.`);
    // A name with macros depends on the message.
    if ((term.name !== 'include' && term.name !== 'redirect') || term.value === null || !isSpfHost(term.value))
      continue;
    const host = hostOf(term.value);
    if (path.includes(host)) throw new SpfProblem(`It leads back to itself through ${host}.`);
    const inner = await follow(walk, await recordOf(walk.lookup, host), [...path, host]);
    if (term.name === 'redirect') ending = inner;
  }
  return ending;
}

const LOOKUPS = (count: number): string => `It needs ${count} of ${SPF_LOOKUPS_MAX} DNS lookups.`;
const CLOSE = 'End the record in ~all, or in -all once all your senders are in it.';

/** Whether a domain says correctly who may send email for it. */
export async function checkSpf(lookup: MailLookup, fqdn: string): Promise<MailFinding> {
  const found = (await lookup.texts(fqdn)).filter(isSpf);
  const [record] = found;
  if (record === undefined)
    return bad(found, {
      text: 'The domain has no SPF record, so receivers cannot tell who may send email for it.',
      advice: 'Set up email in the DNS records, or add the TXT record v=spf1 -all if the domain sends no email.',
    });
  if (found.length > 1)
    return bad(found, {
      text: 'The domain has several SPF records, which makes all of them invalid.',
      advice: 'Merge them into one. Setting up email in the DNS records does that.',
    });
  const walk: Walk = { lookup, lookups: 0 };
  try {
    const ending = await follow(walk, record, [fqdn]);
    const counted = LOOKUPS(walk.lookups);
    if (ending === '-') return good(found, { text: `Receivers refuse email from other senders. ${counted}` });
    if (ending === '~')
      return good(found, { text: `Receivers mark email from other senders as suspicious. ${counted}` });
    if (ending === '+')
      return bad(found, { text: 'The record ends in +all: anyone may send email for the domain.', advice: CLOSE });
    return warning(found, { text: `The record says nothing about other senders. ${counted}`, advice: CLOSE });
  } catch (error) {
    if (!(error instanceof SpfProblem)) throw error;
    return bad(found, {
      text: `Receivers cannot use the record. ${error.message}`,
      advice: 'Correct the record: remove senders that you no longer use, or names that are wrong.',
    });
  }
}
