import type { MailFinding } from '@panel/contract';
import { DnsFailure } from '../../../dns/resolver.ts';

const MOST = 10;
const LONGEST = 500;

/** What was found, short enough to show; a name may have a megabyte of texts. */
const shown = (found: readonly string[]): string[] =>
  found.slice(0, MOST).map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));

type Said = { text: string; advice?: string };

const finding =
  (status: MailFinding['status']) =>
  (found: readonly string[], { text, advice = '' }: Said): MailFinding => ({
    status,
    found: shown(found),
    text,
    advice: advice === '' ? null : advice,
  });

export const good = finding('good');
export const warning = finding('warning');
export const bad = finding('bad');

/** A finding, or that no resolver answered. */
export async function settled(check: Promise<MailFinding>): Promise<MailFinding> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error;
    return finding('unknown')([], { text: error.message, advice: 'Check again in a minute.' });
  }
}
