import * as v from 'valibot';
import { COUNTRY_CODES } from '../countries.ts';
import { expected } from './expected.ts';

/** One line of print: no line breaks and no other signs that control something. */
const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, `At most ${max} characters are allowed.`),
    v.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Some of these characters cannot be printed.'),
  );

const entries = {
  /** Of the person or company that pays. */
  name: line(150),
  line1: line(200),
  line2: line(200),
  postal_code: line(20),
  city: line(100),
  state: line(100),
  /** By ISO 3166-1; empty for none. */
  country: v.picklist(['', ...COUNTRY_CODES], 'Choose a country.'),
  /** Empty for none. Whether it is one of the country is said by what saves it: one that is not changed is kept. */
  tax_id: v.pipe(
    line(30),
    v.toUpperCase(),
    v.regex(/^[\w ./-]*$/, 'Use letters, digits, spaces, dots, slashes and hyphens.'),
  ),
};

/** Why a tax id is refused. */
export const TAX_ID_REFUSALS = {
  none: 'The payment provider takes no tax ID for this country. Leave it empty.',
  wrong: 'This is not a valid tax ID of this country.',
} as const;

/** What is printed on invoices about the customer; empty texts for what is not known. */
export const BillingDetails = v.object({
  ...{ name: v.string(), line1: v.string(), line2: v.string(), postal_code: v.string(), city: v.string() },
  ...{ state: v.string(), country: v.string(), tax_id: v.string() },
});
export type BillingDetails = v.InferOutput<typeof BillingDetails>;

const hasPlace = ({ line1, city, postal_code: code }: Record<'line1' | 'city' | 'postal_code', string>): boolean =>
  line1 !== '' || city !== '' || code !== '';

export const BillingInput = v.pipe(
  v.object({ ...entries, ...expected(BillingDetails.entries) }),
  v.forward(
    v.check(({ country, ...place }) => country !== '' || !hasPlace(place), 'Choose a country.'),
    ['country'],
  ),
);
export type BillingInput = v.InferInput<typeof BillingInput>;
