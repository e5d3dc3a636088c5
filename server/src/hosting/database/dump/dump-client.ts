import { Socket } from 'node:net';
import pg from 'pg';

/** Nothing ends by itself: what a dump or a restore may last is its signal's to say. Names are said with their schemas. */
const SETTINGS =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=30s -c search_path= -c row_security=off';

/** Opens a connection for `use`, as the application's user, so that nothing it runs has more rights. It is closed afterwards, or when the signal aborts. */
export async function withClient<T>(
  config: pg.ClientConfig,
  signal: AbortSignal,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const socket = new Socket();
  const client = new pg.Client({
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...config,
    options: SETTINGS,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  const end = () => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    // One that is in the middle of rows does not end in order.
    socket.destroy();
  }
}
