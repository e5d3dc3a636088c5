import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import * as v from 'valibot';
import type { Logger } from '../kernel/clock-and-log.ts';

/** Both layouts in use: that of MaxMind and of DB-IP, and the flat one. */
const Country = v.union([
  v.pipe(
    v.object({ country: v.object({ iso_code: v.string() }) }),
    v.transform(({ country }) => country.iso_code),
  ),
  v.pipe(
    v.object({ country_code: v.string() }),
    v.transform(({ country_code }) => country_code),
  ),
]);
const Code = v.pipe(Country, v.regex(/^[A-Z]{2}$/));

/**
 * Opens a database of addresses (MMDB). The result gives the ISO 3166 code of an address's country, or null. Undefined without a
 * database, and when it cannot be read, which the log says.
 */
export function openRegions(
  file: string | undefined,
  log: Pick<Logger, 'warn'>,
): ((address: string) => string | null) | undefined {
  if (file === undefined) return undefined;
  try {
    const reader = new Reader<Record<string, never>>(readFileSync(file));
    return (given) => {
      const address = given.replace(/^::ffff:/i, '');
      const found = isIP(address) === 0 ? null : v.safeParse(Code, reader.get(address));
      return found?.success ? found.output : null;
    };
  } catch (error) {
    log.warn({ err: error, file }, 'GEO_DATABASE cannot be read: no regions are recorded');
    return undefined;
  }
}
