import { t, usePartner } from '@panel/core';
import { LANGUAGES, type Language } from '@panel/contract/languages';
import { argumentsIn, compiled } from '@panel/contract/own-texts';
import { sayMessage, type WordValues } from '@panel/contract/say-message';
import { Stack, Text } from '@panel/ui';

/** A number with a form of its own in most languages, and one with the form for the rest. */
const COUNTS = [1, 2, 5] as const;

/** What the panel may fill in for an argument of this name. */
function exampleOf(name: string, company: string): string | number {
  if (/company|partner/i.test(name)) return company;
  if (/e?mail|address/i.test(name)) return 'ada@example.com';
  if (/site|domain|host|fqdn/i.test(name)) return 'www.example.com';
  if (/count|number|limit|days|hours|minutes|max|total/i.test(name)) return 5;
  return `‹${name}›`;
}

const MARK = /<\/?\d+\/?>/;
const MARKS = /(<\/?\d+\/?>)/; // bounded: a text has at most OWN_TEXT_MAX characters

/** The pieces between the marks of a text, each with whether it is within a pair. */
function piecesOf(text: string): { key: number; piece: string; isMarked: boolean }[] {
  let depth = 0;
  return text.split(MARKS).flatMap((piece, key) => {
    if (!MARK.test(piece)) return [{ key, piece, isMarked: depth > 0 }];
    if (!piece.endsWith('/>')) depth += piece.startsWith('</') ? -1 : 1;
    return [];
  });
}

/** The text with its marked pieces underlined, which are links, names or buttons in the panel. */
const Marked = ({ text }: { text: string }) =>
  piecesOf(text).map(({ key, piece, isMarked }) =>
    isMarked ? <u key={key}>{piece}</u> : <span key={key}>{piece}</span>,
  );

type Props = { text: string; own: string; language: Language };

/** How an own text looks with values; once for each of a few numbers if it counts something. */
export function TextPreview({ text, own, language }: Props) {
  const partner = usePartner();
  const company = partner.attributes.RESELLER_COMPANY_NAME || partner.domain;
  const tokens = compiled(own);
  if (!tokens) return null;
  const all = argumentsIn(compiled(text) ?? []).counted;
  const counted = [...all].filter(([, isCounted]) => isCounted).map(([name]) => name);
  const values = Object.fromEntries([...all.keys()].map((name) => [name, exampleOf(name, company)]));
  const shown: WordValues[] =
    counted.length > 0
      ? COUNTS.map((count) => ({ ...values, ...Object.fromEntries(counted.map((name) => [name, count])) }))
      : [values];
  return (
    <section aria-label={t('Preview')}>
      <Stack gap={1}>
        <Text size="s" weight="medium">
          {t('Preview')}
        </Text>
        {shown.map((each) => (
          <p key={JSON.stringify(each)} className="own-text-said" lang={language} dir={LANGUAGES[language].dir}>
            <Marked text={sayMessage(tokens, each, language)} />
          </p>
        ))}
      </Stack>
    </section>
  );
}
