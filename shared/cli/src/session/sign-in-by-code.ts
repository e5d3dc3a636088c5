import { hostname } from 'node:os';
import { setTimeout as later } from 'node:timers/promises';
import { EXIT, Fault } from '../fault.ts';
import { oneLine } from '../output/plain-text.ts';
import { note } from '../output/print.ts';
import { write } from './ask.ts';

type Started = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};
type Given = { access_token: string; scope: string; expires_in: number | null; name: string };
/** What a poll has brought: the token, or whether to ask again, and after how many more seconds. */
type Poll = { given: Given } | { slower: number };

/** RFC 8628 §3.5: how much longer to wait after `slow_down`, and after a connection that failed. */
const SLOWER_SECONDS = 5;
const HOST_MAX = 63;

/** The name of this machine, as far as a panel takes it. */
export const hostName = (name = hostname()): string => name.replace(/[^\w.-]/g, '-').slice(0, HOST_MAX) || 'unknown';

const start = (origin: string): Promise<Started> =>
  write<Started>({ origin, token: '' }, 'POST', '/api-token/device', { client_name: 'panel', host_name: hostName() });

async function poll(origin: string, code: string): Promise<Poll> {
  try {
    return {
      given: await write<Given>({ origin, token: '' }, 'POST', '/api-token/device/token', { device_code: code }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'AUTHORIZATION_PENDING') return { slower: 0 };
    // A panel that is away for a moment has not forgotten the code.
    if (error.code === 'SLOW_DOWN' || error.code === 'RATE_LIMITED' || error.exit === EXIT.unreachable)
      return { slower: SLOWER_SECONDS };
    throw error;
  }
}

/** Whether a server's answer has the texts that are printed and used. */
const isStarted = (value: Started): boolean =>
  [value.device_code, value.user_code, value.verification_uri].every((text) => typeof text === 'string') &&
  [value.expires_in, value.interval].every((count) => Number.isFinite(count) && count > 0);

/**
 * Signs in by device code (RFC 8628): prints a code and the address to enter it at, and waits until a person has decided.
 * @param tell what is to be shown, once it is known
 * @throws Fault when it was denied, or took too long
 */
export async function signInByCode(
  origin: string,
  tell: (started: Started) => void,
  wait: (seconds: number) => Promise<unknown> = (seconds) => later(seconds * 1000),
): Promise<Given> {
  const started = await start(origin);
  if (!isStarted(started)) throw new Fault(`${origin} is not a panel.`, EXIT.unreachable);
  tell(started);
  const end = Date.now() + started.expires_in * 1000;
  let seconds = started.interval;
  while (Date.now() < end) {
    await wait(seconds);
    const polled = await poll(origin, started.device_code);
    if ('given' in polled) return polled.given;
    seconds += polled.slower;
  }
  throw new Fault('This sign-in took too long. Start it again.', EXIT.refused);
}

/** Shows a person where to enter which code. */
export function tellPerson({ user_code: code, verification_uri: address, expires_in: seconds }: Started): void {
  note(`Open ${oneLine(address)} in a browser, and enter the code`);
  note(`\n    ${oneLine(code)}\n`);
  note(`Waiting for you to allow it there, for ${Math.round(seconds / 60)} minutes. Ctrl+C ends this.`);
}

/** The same for a program; the device code is a secret of this one. */
export const shownStart = (started: Started): Omit<Started, 'device_code'> => {
  const { user_code, verification_uri, verification_uri_complete, expires_in, interval } = started;
  return { user_code, verification_uri, verification_uri_complete, expires_in, interval };
};
