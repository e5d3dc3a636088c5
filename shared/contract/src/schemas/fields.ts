import * as v from 'valibot';
import { list } from './bounded.ts';

/** The largest integer that the database stores in most columns (PostgreSQL's int4). */
export const INT4_MAX = 2_147_483_647;

/** Email with the specification's texts (spec §5); the limit is 254, the text says 255 (decision: Contradictions). */
export const Email = v.pipe(
  v.string('Please fill the email field'),
  v.trim(),
  v.nonEmpty('Please fill the email field'),
  v.maxLength(254, 'Invalid e-mail format, maksimum 255 character'),
  v.check(
    (value) => value.lastIndexOf('@') <= 64,
    'Invalid e-mail format, the maximum total length of a user name is 64 characters',
  ),
  v.regex(/^[^\s@<>"(),:;[\]\\]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, 'Invalid e-mail format'),
  v.toLowerCase(),
);

/** A new password (spec §5). Deviates from OWASP ASVS 6.2.5 and 6.2.9 because the specification wins. */
export const Password = v.pipe(
  v.string('Password should be at least 8 characters.'),
  v.minLength(8, 'Password should be at least 8 characters.'),
  v.maxLength(50, 'Password should be at most 50 characters.'),
  v.regex(/\d/, 'Password should be contains at least one number.'),
  v.regex(/[A-Z]/, 'Password should be contains at least one capital letter.'),
);

/** The password rules in words, for the hint at a field. */
export const PASSWORD_RULES = '8 to 50 characters, with at least one number and one capital letter.';

/**
 * Labels of letters and digits with inner hyphens, ending in a top-level domain of two or more letters (spec §5), or in
 * the encoded form of one in another script (RFC 5890).
 */
export const DOMAIN_PATTERN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

export const Fqdn = v.pipe(
  v.string('Domain name is not valid.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253, 'Domain name is not valid.'),
  v.regex(DOMAIN_PATTERN, 'Domain name is not valid.'),
);

export const SITE_NAME_MIN = 2;
export const SITE_NAME_MAX = 37;

/** The first label of a sub-domain site: 2 to 37 letters, digits and inner hyphens, lower case (spec §2.5, §5). */
export const SiteName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(SITE_NAME_MIN, `The name needs at least ${SITE_NAME_MIN} characters.`),
  v.maxLength(SITE_NAME_MAX, `The name can have at most ${SITE_NAME_MAX} characters.`),
  v.regex(/^[a-z0-9-]+$/, 'Only alphanumeric characters and hyphens are allowed.'),
  v.regex(/^[a-z0-9](?:.*[a-z0-9])?$/, 'The name cannot start or end with a hyphen.'),
);

export const Id = v.pipe(v.string(), v.uuid('This is not a valid id.'));

/** ISO 8601 in UTC. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Whether the calendar has the day: `2026-02-31` is March for JavaScript, and the year 0 an error for PostgreSQL. */
const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return at >= 0 && new Date(at).toISOString().startsWith(text);
};

/** A day since 1970, `2026-11-22`. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a day such as 2026-11-22.'),
  v.check(isDay, 'Enter a day such as 2026-11-22.'),
);

/** A whole number that may arrive as text, from a query string. */
export const queryInteger = (min: number, max: number) =>
  v.pipe(
    v.union([
      v.number(),
      v.pipe(v.string(), v.regex(/^-?\d{1,9}$/, 'This must be a whole number.'), v.transform(Number)),
    ]),
    v.integer('This must be a whole number.'),
    v.minValue(min, `This must be at least ${min}.`),
    v.maxValue(max, `This must be at most ${max}.`),
  );

/** One value or many: repeated keys become a list without duplicates (spec §3, list filter). */
export const queryList = <const T extends readonly [string, ...string[]]>(values: T) =>
  v.pipe(
    v.union([v.picklist(values), list(v.picklist(values), { max: values.length })]),
    v.transform((given) => [...new Set(Array.isArray(given) ? given : [given])] as T[number][]),
  );

/** What was typed into a field of many lines: those that say something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** An amount that staff sell for, in the smallest unit of its currency. */
export const SoldAmount = v.pipe(
  v.number(),
  v.safeInteger('Enter an amount above zero.'),
  v.minValue(1, 'Enter an amount above zero.'),
  v.maxValue(INT4_MAX, 'Enter a smaller amount.'),
);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const NO_CURRENCY = 'Enter a currency such as usd.';
/** A currency that staff sell in: lowercase, as the payment provider writes it. */
export const SoldCurrency = v.pipe(
  v.string(),
  v.regex(/^[a-z]{3}$/, NO_CURRENCY),
  v.check((code) => CURRENCIES.has(code), NO_CURRENCY),
);
