import type { HelpBlock, HelpRun } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import { brandedMail } from '../mail/mail-template.ts';
import type { AnnouncementDbRow } from './announcement.repo.ts';
import type { Reader } from './audience.repo.ts';

/** A link as text: paths are those of the reader's panel. */
const linked = ({ text, href }: HelpRun, panel: string): string => {
  // A heading of the same text.
  if (!href || href.startsWith('#')) return text;
  const address = href.startsWith('/') ? panel + href : href;
  return address === text ? text : `${text} (${address})`;
};

const lineOf = (runs: readonly HelpRun[] | undefined, panel: string): string =>
  (runs ?? []).map((run) => linked(run, panel)).join('');

function paragraphOf(block: HelpBlock, panel: string): string {
  const { kind, runs, rows, depth = 0 } = block;
  if (kind === 'table') return (rows ?? []).map((row) => row.map((cell) => lineOf(cell, panel)).join(' | ')).join('\n');
  const text = lineOf(runs, panel);
  return kind === 'item' || kind === 'numbered' ? `${'  '.repeat(depth)}- ${text}` : text;
}

/** The email of an announcement to one of its readers, with the brand of their partner. */
export function announcementMail(
  { config }: Pick<AppContext, 'config'>,
  { title, blocks }: Pick<AnnouncementDbRow, 'title' | 'blocks'>,
  { user, partner }: Reader,
): MailMessage {
  const panel = addressOf(config, partner.domain);
  return brandedMail(partner, user, ({ t }) => ({
    subject: title,
    paragraphs: blocks
      .map((block) => paragraphOf(block, panel))
      .filter(Boolean)
      .map((text) => ({ text, own: true })),
    action: {
      label: t('Open announcements'),
      url: `${panel}/my-account/announcements`,
      note: t('There you see everything that is current.'),
    },
  }));
}
