import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { csvLine } from '../../lib/csv.ts';
import { PARTS, type Whose } from './account-parts.repo.ts';

/** Of all files together, before they are compressed. */
const CONTENT_BYTES = 512 * 1024 ** 2;

type Collect = Whose & { folder: string; signal: AbortSignal; maxBytes?: number };

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value);

/**
 * Writes what belongs to a customer to files of a folder, a page of rows at a time, and returns their names. What an
 * interrupted run has left there is replaced.
 * @throws HostingError when it is more than an archive may have
 */
export async function collect(
  db: Database,
  { customerId, partnerId, folder, signal, maxBytes = CONTENT_BYTES }: Collect,
): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  const names: string[] = [];
  const writer = async (name: string) => {
    names.push(name);
    const handle = await open(path.join(folder, name), 'wx', 0o600);
    return {
      async write(text: string): Promise<void> {
        bytes += Buffer.byteLength(text);
        if (bytes > maxBytes)
          throw new HostingError('LIMIT', 'Your data is larger than an archive can be. Contact support.', {
            retryable: false,
          });
        await handle.write(text);
      },
      close: () => handle.close(),
    };
  };
  for (const [part, { page, shown, csv }] of Object.entries(PARTS)) {
    const json = await writer(`${part}.json`);
    const table = csv ? await writer(`${part}.csv`) : null;
    try {
      await json.write('[');
      await table?.write(csvLine(csv ?? []));
      for (let last: unknown = null, isFirst = true; ;) {
        signal.throwIfAborted();
        const rows = await page(db, { customerId, partnerId }, last);
        for (const row of rows.map(shown)) {
          await json.write(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`);
          isFirst = false;
          await table?.write(csvLine((csv ?? []).map((column) => textOf(row[column]))));
        }
        last = rows.at(-1) ?? null;
        if (last === null) break;
      }
      await json.write('\n]\n');
    } finally {
      await json.close();
      await table?.close();
    }
  }
  return names;
}
