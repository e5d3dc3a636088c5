import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY_MS = 1000;

/** Listens on a connection of its own, and opens a new one whenever it breaks. */
export async function listenWithReconnect(connectionString: string, channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
  let closed = false;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: `panel ${channel}`, keepAlive: true });
    next.on('error', () => undefined);
    next.on('end', () => void reconnect());
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const reconnect = async (): Promise<void> => {
    while (!closed) {
      await wait(RETRY_MS, undefined, { ref: false });
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
