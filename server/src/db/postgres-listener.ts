import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY_MS = 1000;

/** Listens on a connection of its own, and opens a new one whenever it breaks. */
export async function listenWithReconnect(connectionString: string, channel: string, onMessage: (payload: string) => void, retryMs = RETRY_MS): Promise<() => Promise<void>> {
  let closed = false;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: `panel ${channel}`, keepAlive: true });
    next.on('error', () => undefined);
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    // Only now: a try that fails ends as well, and whoever made it tries again.
    next.once('end', () => void reconnect());
    if (closed) await next.end();
  };
  const reconnect = async (): Promise<void> => {
    while (!closed) {
      await wait(retryMs, undefined, { ref: false });
      if (closed) return;
      try {
        return await connect();
      } catch {
        // the database is still away
      }
    }
  };

  await connect();
  return async () => {
    closed = true;
    await client?.end();
  };
}
