import { CustomerCreateInput, CUSTOMER_IMPORT_MAX, type CustomerImportRow } from '@panel/contract';
import * as v from 'valibot';

/** The rows of a file, with what is wrong with each. */
export type CustomerFile = { rows: CustomerImportRow[] };

/** Why the whole file cannot be read. */
export class CustomerFileError extends Error {
  override readonly name = 'CustomerFileError';
}

const COLUMNS_MAX = 50;
const CELL_MAX = 1000;

/** What the columns may be called, in lower case and without anything but letters. */
const NAMES: Readonly<Record<string, 'email' | 'firstname' | 'lastname'>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  firstname: 'firstname',
  givenname: 'firstname',
  lastname: 'lastname',
  surname: 'lastname',
  familyname: 'lastname',
};

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new CustomerFileError('This file is in another encoding. Save it as CSV in UTF-8, then try again.');
  }
}

type Line = { line: number; cells: string[] };

/** The lines of a CSV file (RFC 4180) with anything in them; each character is read once. */
function* linesOf(text: string, separator: string): Generator<Line> {
  let [line, begin] = [1, 1];
  let cells: string[] = [];
  let parts: string[] = [];
  let length = 0;
  let isQuoted = false;
  const add = (piece: string) => {
    length += piece.length;
    if (length > CELL_MAX) throw new CustomerFileError(`A cell in line ${begin} is too long.`);
    parts.push(piece);
  };
  const endCell = () => {
    if (cells.length >= COLUMNS_MAX) throw new CustomerFileError(`Line ${begin} has more than ${COLUMNS_MAX} cells.`);
    cells.push(parts.join('').trim());
    [parts, length] = [[], 0];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') add(sign);
      else if (text.charAt(at + 1) === '"') {
        add('"');
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && length === 0) isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') {
      endCell();
      if (cells.some(Boolean)) yield { line: begin, cells };
      [cells, begin] = [[], line];
    } else if (sign !== '\r') add(sign);
  }
  if (isQuoted) throw new CustomerFileError(`A quoted cell that begins in line ${begin} does not end.`);
  endCell();
  if (cells.some(Boolean)) yield { line: begin, cells };
}

/** Spreadsheets of many countries separate with semicolons, and some programs with tabs. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const first = text.slice(0, Math.min(end < 0 ? text.length : end, COLUMNS_MAX * CELL_MAX));
  return [';', '\t'].find((sign) => first.includes(sign) && !first.includes(',')) ?? ',';
}

/** The customers of a file whose first line names the columns. @throws CustomerFileError */
export function readCustomerFile(file: Uint8Array): CustomerFile {
  const text = decode(file);
  const lines = linesOf(text, separatorOf(text));
  const head = lines.next().value as Line | undefined;
  const columns = (head?.cells ?? []).map((name) => NAMES[name.toLowerCase().replace(/[^a-z]/g, '')]);
  if (!columns.includes('email'))
    throw new CustomerFileError('The first line has to name the columns: Email, First name, Last name.');
  const seen = new Map<string, number>();
  const rows: CustomerImportRow[] = [];
  for (const { line, cells } of lines) {
    if (rows.length >= CUSTOMER_IMPORT_MAX)
      throw new CustomerFileError(`The file has more than ${CUSTOMER_IMPORT_MAX} customers. Split it into several.`);
    const given = { email: '', firstname: '', lastname: '' };
    columns.forEach((name, index) => name && (given[name] = cells[index] ?? ''));
    const read = v.safeParse(CustomerCreateInput, given);
    const email = read.success ? read.output.email : given.email;
    const before = seen.get(email);
    const error = before === undefined ? null : `Line ${before} has this email already.`;
    rows.push({ line, ...given, email, error: read.success ? error : (read.issues[0]?.message ?? '') });
    seen.set(email, before ?? line);
  }
  if (rows.length === 0) throw new CustomerFileError('The file has no customers below its first line.');
  return { rows };
}
