import { Fragment, type ReactNode } from 'react';
import type { Translate, WordValues } from './translate.ts';

type TransProps = {
  /** The English text, with `<0>…</0>` or `<0/>` for each of `parts`. */
  id: string;
  values?: WordValues;
  /** Makes the element around a piece of the text. */
  parts: readonly ((piece: ReactNode) => ReactNode)[];
};

/** `<0>`, `</0>` or `<0/>`. */
const MARK = /(<\/?\d+\/?>)/;
/** Stands for `<` in values, so that a name that contains `<0>` is shown as it is. Private use: no text contains it. */
const LESS = '\uE000';

function withParts(text: string, parts: TransProps['parts']): ReactNode[] {
  const pieces = text.split(MARK);
  let at = 0;
  /** Up to the mark that closes what is open, or the end. */
  function read(): ReactNode[] {
    const all: ReactNode[] = [];
    for (; at < pieces.length && !pieces[at]?.startsWith('</'); at++) {
      const piece = pieces[at] ?? '';
      if (at % 2 === 0) {
        all.push(piece.replaceAll(LESS, '<'));
        continue;
      }
      const key = at;
      const isPair = !piece.endsWith('/>');
      if (isPair) at++;
      const part = parts[Number.parseInt(piece.slice(1), 10)];
      all.push(<Fragment key={key}>{part?.(isPair ? read() : null)}</Fragment>);
    }
    return all;
  }
  return read();
}

const shielded = (values: WordValues): WordValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', LESS) : value,
    ]),
  );

/**
 * A text with elements in it; a translation may place them in another order.
 * @example <Trans id="Write to <0>{mail}</0>." values={{ mail }} parts={[(piece) => <Link href={to}>{piece}</Link>]} />
 */
export const transOf =
  (translate: Translate) =>
  ({ id, values, parts }: TransProps) => <>{withParts(translate(id, values && shielded(values)), parts)}</>;
