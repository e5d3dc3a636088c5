import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from './dump-client.ts';
import { readParts, textAt } from './dump-format.ts';

/**
 * Fills an empty database with a dump. What it says runs as the user whose database it is to be.
 * @throws DumpError for a file that is no whole dump, and what the server says of its content
 */
export async function loadDump(config: pg.ClientConfig, file: string, signal: AbortSignal): Promise<void> {
  const parts = await readParts(file);
  const handle = await open(file);
  try {
    await withClient(config, signal, async (client) => {
      let at = 0;
      for (const { kind, bytes, copy } of parts) {
        if (kind === 'sql') await client.query(await textAt(handle, at, bytes));
        else if (kind === 'rows' && bytes > 0)
          await pipeline(
            createReadStream(file, { start: at, end: at + bytes - 1 }),
            client.query(copyFrom(copy ?? '')),
            { signal },
          );
        at += bytes;
      }
    });
  } finally {
    await handle.close();
  }
}
