import { decimalsOf, unitsPer } from '@panel/contract';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** What is printed on an invoice. Amounts in the smallest unit of the currency. */
export type InvoicePaper = {
  seller: { name: string; email: string; address: string; color: string };
  /** A PNG; any other logo is left out. */
  logo: Uint8Array | null;
  title: string;
  currency: string;
  facts: readonly (readonly [label: string, value: string])[];
  buyer: readonly string[];
  lines: readonly { description: string; period: string; quantity: number; amount: number }[];
  sums: readonly { label: string; amount: number }[];
};

const { resolve } = createRequire(import.meta.url);
const PAGE = { left: 56, right: 539, top: 56, bottom: 770 } as const;
const WIDTH = PAGE.right - PAGE.left;
const COLUMNS = { quantity: 350, amount: 410 } as const;
const [TEXT, MUTED, LINE] = ['#1b2430', '#5a6472', '#d5dae1'] as const;
const LOGO = { width: 180, height: 48, pixels: 4_000_000 } as const;

type Doc = InstanceType<typeof PDFDocument>;
type Cell = { x?: number; width?: number; align?: 'left' | 'right'; bold?: true; color?: string; size?: number };

/** Writes a text at a height, in its column; what is longer than `rows` rows ends with an ellipsis. Returns where it ends. */
function write(doc: Doc, text: string, y: number, { rows = 1, ...cell }: Cell & { rows?: number } = {}): number {
  const { x = PAGE.left, width = WIDTH, align = 'left', size = 9.5 } = cell;
  doc
    .font(cell.bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(cell.color ?? TEXT);
  const height = doc.currentLineHeight(true) * rows;
  // An empty text would move nothing, and a text that ends beyond its height would begin a page.
  if (text !== '') doc.text(text, x, y, { width, height: height + 1, align, ellipsis: true, lineBreak: true });
  return text === '' ? y : Math.min(doc.y, y + height);
}

function rule(doc: Doc, y: number, color: string, width: number): void {
  doc.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).strokeColor(color).stroke();
}

/** The logo of the partner where it is a PNG that can be printed, and otherwise its name. Returns where it ends. */
function head(doc: Doc, { logo, seller }: InvoicePaper): number {
  if (logo && isPrintable(logo))
    try {
      doc.image(Buffer.from(logo), PAGE.left, PAGE.top, { fit: [LOGO.width, LOGO.height], align: 'center' });
      return PAGE.top + LOGO.height;
    } catch {
      // A PNG of a kind that the library does not know: the name stands for it.
    }
  return write(doc, seller.name, PAGE.top, { bold: true, size: 18, color: seller.color, width: 300, rows: 2 });
}

/** Whether it is a PNG of a moderate size: its pixels are decoded in memory. */
function isPrintable(logo: Uint8Array): boolean {
  const bytes = Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength);
  if (bytes.length < 33 || bytes.toString('latin1', 1, 4) !== 'PNG') return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width * height <= LOGO.pixels;
}

/** An invoice as a PDF. The fonts are in it, so that names in Latin, Greek, Cyrillic and Arabic letters are printed everywhere. */
export async function invoicePdf(paper: InvoicePaper): Promise<Uint8Array> {
  const { seller, currency } = paper;
  const digits = decimalsOf(currency);
  const amounts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const units = unitsPer(currency);
  const money = (amount: number): string => amounts.format(amount / units);
  const doc = new PDFDocument({
    size: 'A4',
    // Pages begin where this file says so.
    margin: 0,
    lang: 'en',
    font: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    info: { Title: paper.title, Author: seller.name, Producer: seller.name, Creator: seller.name },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<Uint8Array>((done, failed) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => done(new Uint8Array(Buffer.concat(parts))));
    doc.on('error', failed);
  });
  doc.registerFont('plain', resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  doc.registerFont('bold', resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));

  const right = { x: 330, width: PAGE.right - 330, align: 'right' } as const;
  let side: number = PAGE.top;
  for (const [text, bold] of [[seller.name, true], [seller.address], [seller.email]] as const)
    side = write(doc, text, side, { ...right, ...(bold && { bold }), color: bold ? TEXT : MUTED });
  let y = Math.max(head(doc, paper), side) + 14;
  rule(doc, y, seller.color, 2);
  y = write(doc, paper.title, y + 18, { bold: true, size: 16, rows: 2 }) + 10;

  let facts = y;
  for (const [label, value] of paper.facts) {
    write(doc, label, facts, { x: 330, width: 90, color: MUTED });
    facts = write(doc, value, facts, { x: 420, width: PAGE.right - 420, align: 'right' }) + 3;
  }
  y = write(doc, 'Bill to', y, { color: MUTED, width: 250 }) + 3;
  for (const [index, text] of paper.buyer.entries())
    y = write(doc, text, y, { width: 250, rows: 2, ...(index === 0 && { bold: true }) });
  y = Math.max(y, facts) + 24;

  const titles = (at: number): number => {
    write(doc, 'Description', at, { color: MUTED });
    write(doc, 'Quantity', at, { x: COLUMNS.quantity, width: 55, align: 'right', color: MUTED });
    const end = write(doc, 'Amount', at, {
      ...{ x: COLUMNS.amount, width: PAGE.right - COLUMNS.amount, align: 'right', color: MUTED },
    });
    rule(doc, end + 4, LINE, 0.7);
    return end + 10;
  };
  /** Where something of this height begins: here, or on the next page. */
  const place = (height: number, again?: (at: number) => number): number => {
    if (y + height <= PAGE.bottom) return y;
    doc.addPage();
    return again ? again(PAGE.top) : PAGE.top;
  };
  y = titles(y);
  for (const { description, period, quantity, amount } of paper.lines) {
    y = place(52, titles);
    write(doc, String(quantity), y, { x: COLUMNS.quantity, width: 55, align: 'right' });
    write(doc, money(amount), y, { x: COLUMNS.amount, width: PAGE.right - COLUMNS.amount, align: 'right' });
    y = write(doc, description, y, { width: 285, rows: 3 });
    y = write(doc, period, y, { width: 285, size: 8, color: MUTED }) + 8;
  }
  y = place(20 + paper.sums.length * 16);
  rule(doc, y, LINE, 0.7);
  y += 8;
  for (const { label, amount } of paper.sums) {
    write(doc, label, y, { x: 250, width: 150, align: 'right', color: MUTED });
    y =
      write(doc, money(amount), y, {
        x: COLUMNS.amount,
        width: PAGE.right - COLUMNS.amount,
        align: 'right',
        bold: true,
      }) + 4;
  }
  doc.end();
  return ended;
}
