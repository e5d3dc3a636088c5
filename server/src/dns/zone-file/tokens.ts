/**
 * One field of an entry; each character of `text` is a byte. `quoted`: it was in quotation marks, so it is text and no name. `escapedDot`: as a name it would
 * have a label with a dot.
 */
export type Token = { text: string; quoted: boolean; escapedDot?: boolean };

/** A record of a zone file over one or, with parentheses, several lines. */
export type Entry = {
  /** Where it begins, counted from 1. */
  line: number;
  /** It begins with a space: its owner is that of the entry before. */
  inheritsOwner: boolean;
  tokens: Token[];
  /** What cannot be read of it; its tokens are then incomplete. */
  wrong?: ZoneFileError;
};

/** What a zone file has that cannot be read; `line` counts from 1. */
export class ZoneFileError extends Error {
  override readonly name = 'ZoneFileError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** `\DDD` is a byte and `\X` the character itself (RFC 1035, 5.1). */
const ESCAPE = /^\\(?:(\d{3})|([^\d]))/;

type Reader = { text: string; at: number; line: number };

/** Reads an escape at the reader's place. */
function readEscape(reader: Reader): string {
  const [all, digits, other] = ESCAPE.exec(reader.text.slice(reader.at, reader.at + 4)) ?? [];
  if (all === undefined || other === '\n') throw new ZoneFileError(reader.line, 'A backslash must escape something.');
  reader.at += all.length;
  if (digits === undefined) return other ?? '';
  if (Number(digits) > 255) throw new ZoneFileError(reader.line, `\\${digits} is no byte: the highest is \\255.`);
  return String.fromCharCode(Number(digits));
}

function readQuoted(reader: Reader): Token {
  let text = '';
  reader.at += 1;
  for (;;) {
    const char = reader.text[reader.at];
    if (char === undefined || char === '\n') throw new ZoneFileError(reader.line, 'A quotation mark is not closed.');
    if (char === '\\') {
      text += readEscape(reader);
      continue;
    }
    reader.at += 1;
    if (char === '"') return { text, quoted: true };
    text += char;
  }
}

const ENDS_WORD = /[\s;()"]/;

function readWord(reader: Reader): Token {
  let text = '';
  let escapedDot = false;
  for (;;) {
    const char = reader.text[reader.at];
    if (char === undefined || ENDS_WORD.test(char)) return { text, quoted: false, escapedDot };
    if (char === '\\') {
      const escaped = readEscape(reader);
      escapedDot ||= escaped === '.';
      text += escaped;
      continue;
    }
    text += char;
    reader.at += 1;
  }
}

/**
 * Splits a zone file in entries (RFC 1035, 5.1): comments, quoted texts, escapes, and parentheses over several lines. An
 * entry with a field that cannot be read is `wrong`; reading goes on at its next line.
 * @param bytes of the file, each as a character
 * @throws ZoneFileError for parentheses that are wrong, and at the first entry beyond `most`, with the rest unread
 */
export function readEntries(bytes: string, most: number): Entry[] {
  const reader: Reader = { text: bytes.replace(/\r\n?/g, '\n'), at: 0, line: 1 };
  const entries: Entry[] = [];
  let entry: Entry = { line: 1, inheritsOwner: false, tokens: [] };
  let openedAt: number | null = null;
  const finish = () => {
    if (entry.tokens.length > 0 || entry.wrong) entries.push(entry);
    if (entries.length > most) throw new ZoneFileError(entry.line, `The file has more than ${most} records.`);
    entry = { line: reader.line, inheritsOwner: false, tokens: [] };
  };
  const skipLine = () => {
    const end = reader.text.indexOf('\n', reader.at);
    reader.at = end === -1 ? reader.text.length : end;
  };
  const take = (read: (from: Reader) => Token) => {
    try {
      entry.tokens.push(read(reader));
    } catch (error) {
      if (!(error instanceof ZoneFileError)) throw error;
      entry.wrong ??= error;
      skipLine();
    }
  };
  for (;;) {
    const char = reader.text[reader.at];
    if (char === undefined) break;
    if (char === '"') take(readQuoted);
    else if (char === ';') skipLine();
    else if (char === '\n') {
      reader.at += 1;
      reader.line += 1;
      if (openedAt === null) finish();
    } else if (char === '(' || char === ')') {
      if ((char === '(') !== (openedAt === null))
        throw new ZoneFileError(
          reader.line,
          char === '(' ? 'Parentheses cannot be nested.' : 'No parenthesis is open.',
        );
      openedAt = char === '(' ? reader.line : null;
      reader.at += 1;
    } else if (/\s/.test(char)) {
      const isFirst = reader.at === 0 || reader.text[reader.at - 1] === '\n';
      if (isFirst && openedAt === null) entry.inheritsOwner = true;
      reader.at += 1;
    } else take(readWord);
  }
  if (openedAt !== null) throw new ZoneFileError(openedAt, 'This parenthesis is not closed.');
  finish();
  return entries;
}
