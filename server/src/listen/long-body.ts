import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive. */
export const REQUEST_MS = 310_000;
/** The same for uploads, which must keep a minimum speed (lib/minimum-speed.ts): an hour, as the browser allows. */
export const LONG_BODY_MS = 3_610_000;

const long = new WeakSet<IncomingMessage>();

/** Lets a request take `LONG_BODY_MS`. Without a connection, as in tests, there is nothing to do. */
export function allowLongBody(incoming: IncomingMessage | undefined): void {
  if (incoming) long.add(incoming);
}

/** How long this request may take to arrive, in milliseconds. */
export const longestOf = (incoming: IncomingMessage): number => (long.has(incoming) ? LONG_BODY_MS : REQUEST_MS);
