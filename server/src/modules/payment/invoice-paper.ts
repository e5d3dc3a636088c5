import type { BillingFacts, InvoiceDocument } from '../../context/payment-port.ts';
import type { InvoicePaper } from '../../uploads/readers/invoice-pdf.ts';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** What the worker gets of each text; the provider keeps longer ones. */
const TEXT_MAX = 200;
const cut = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, TEXT_MAX);

const STATUS = {
  draft: 'Draft',
  open: 'Unpaid',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Not collected',
} as const;

/** By ISO 3166-1; a code of the provider that is none is printed as it is. */
const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

function buyerLines({ buyer }: InvoiceDocument): string[] {
  const {
    name,
    email,
    line1,
    line2,
    postal_code,
    city,
    state,
    country,
  }: Omit<BillingFacts, 'tax_id'> & {
    email: string;
  } = buyer;
  const place = [postal_code, city].filter(Boolean).join(' ');
  const taxIds = buyer.taxIds.slice(0, 3).map((value) => `Tax ID: ${value}`);
  return [name, line1, line2, place, state, countryOf(country), email, ...taxIds].filter(Boolean).map(cut);
}

function sumsOf(given: InvoiceDocument): { label: string; amount: number }[] {
  const { subtotal, discount, tax, taxIncluded, total, credit, amountPaid, refunded, remaining } = given;
  const some = (label: string, amount: number) => (amount === 0 ? [] : [{ label, amount }]);
  return [
    ...(subtotal === total ? [] : [{ label: 'Subtotal', amount: subtotal }]),
    ...some('Discount', -discount),
    ...some(taxIncluded ? 'Tax, included' : 'Tax', tax),
    { label: 'Total', amount: total },
    // Below zero it is what was owed before, and is paid with this invoice.
    ...some(credit < 0 ? 'Earlier balance' : 'Paid with credit', -credit),
    { label: 'Paid', amount: amountPaid },
    ...some('Refunded', refunded),
    ...some('Still to pay', remaining),
  ];
}

type Seller = InvoicePaper['seller'];

/** What is printed on an invoice, within bounds. */
export const paperOf = (given: InvoiceDocument, seller: Seller, logo: Uint8Array | null): InvoicePaper => ({
  seller: { ...seller, name: cut(seller.name), email: cut(seller.email) },
  logo,
  title: `Invoice ${cut(given.number)}`,
  currency: given.currency,
  facts: [
    ['Date', dates.format(given.createdAt)],
    ['Status', STATUS[given.status]],
    ...(given.paidAt ? [['Paid on', dates.format(given.paidAt)] as const] : []),
  ],
  buyer: buyerLines(given),
  lines: given.lines.map(({ description, quantity, amount, from, to }) => ({
    ...{ description: cut(description), quantity, amount },
    period: from < to ? `${dates.format(from)} to ${dates.format(to)}` : '',
  })),
  sums: sumsOf(given),
});
