/** Signs with which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r|]/;

/** A cell of a CSV file (RFC 4180), quoted. An apostrophe keeps spreadsheets from running what a stranger wrote. */
export const csvCell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
