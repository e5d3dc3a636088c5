import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { escapeHtml } from '../../lib/html.ts';
import { companyOf } from '../../context/public-partner.ts';
import { readerLanguage, wordsOf, type Words } from '../../context/words.ts';
import { LANGUAGES } from '@panel/contract/languages';

/** A paragraph that people wrote, in a language of their own. */
export type OwnParagraph = { text: string; own: true };

export type MailContent = {
  subject: string;
  /** Plain sentences, one paragraph each. */
  paragraphs: readonly (string | OwnParagraph)[];
  /** The one thing to do, and how long that works. */
  action?: { label: string; url: string; note: string };
};

const colour = (value: string | undefined, fallback: string): string =>
  value && /^#[0-9a-f]{3,8}$/i.test(value) ? value : fallback;

type Paragraph = MailContent['paragraphs'][number];

const plainOf = (paragraph: Paragraph): string => (typeof paragraph === 'string' ? paragraph : paragraph.text);

/** Its own direction: an Arabic email may have an English paragraph of staff. */
const paragraphHtml = (paragraph: Paragraph): string =>
  `<p${typeof paragraph === 'string' ? '' : ' dir="auto"'} style="white-space:pre-wrap">${escapeHtml(plainOf(paragraph))}</p>`;

function htmlOf(partner: PartnerRow, { language }: Words, { paragraphs, action }: MailContent): string {
  const company = escapeHtml(companyOf(partner));
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;text-decoration:none;background:${colour(partner.attributes.CSS_BTN_BG_COLOR, '#1f2937')};color:${colour(partner.attributes.CSS_BTN_TEXT_COLOR, '#ffffff')}">${escapeHtml(action.label)}</a></p>
<p style="color:#4b5563">${escapeHtml(action.note)}</p>
<p dir="ltr" style="color:#4b5563;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].dir}"><head><meta charset="utf-8"><title>${company}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#111827">
<div dir="${LANGUAGES[language].dir}" style="max-width:560px;margin:0 auto;padding:32px;border-radius:8px;background:#ffffff">
<p style="font-weight:600;font-size:18px;margin-top:0">${company}</p>
${paragraphs.map(paragraphHtml).join('\n')}
${button}
<p style="color:#4b5563;margin-bottom:0">${company} · ${escapeHtml(partner.supportEmail)}</p>
</div></body></html>
`;
}

function textOf(partner: PartnerRow, { paragraphs, action }: MailContent): string {
  const lines = [
    ...paragraphs.map(plainOf),
    ...(action ? [`${action.label}: ${action.url}`, action.note] : []),
    `${companyOf(partner)} · ${partner.supportEmail}`,
  ];
  return `${lines.join('\n\n')}\n`;
}

/** Who gets an email; without a language, it is written in the partner's. */
export type Recipient = { email: string; language?: string | null };

/**
 * An email in the partner's name and colours, as text and as HTML, in the language of whoever reads it. It is written when
 * it is queued: whoever changes the language meanwhile gets this one as they had it.
 */
export function brandedMail(partner: PartnerRow, to: Recipient, write: (words: Words) => MailContent): MailMessage {
  const words = wordsOf(readerLanguage(to.language, partner), partner);
  const content = write(words);
  return {
    partnerId: partner.id,
    to: to.email,
    subject: content.subject,
    text: textOf(partner, content),
    html: htmlOf(partner, words, content),
  };
}
