import { EXIT, Fault } from '../fault.ts';
import type { Panel } from './choose-panel.ts';
import { send, type Received, type Sent } from './send.ts';

type Refusal = { message?: unknown; fields?: unknown; code?: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function exitOf(status: number): number {
  if (status === 401) return EXIT.signedOut;
  return status === 404 ? EXIT.notFound : EXIT.refused;
}

function fieldsOf(fields: unknown): Record<string, string> {
  return isRecord(fields) ? Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)])) : {};
}

/** What a refusal means here, in the server's words. */
function refused(origin: string, status: number, { message, fields, code }: Refusal): Fault {
  const said = typeof message === 'string' && message ? message : `The panel answered with ${status}.`;
  if (code === 'API_TOKEN_INVALID')
    return new Fault(`${origin} rejects the token: ${said} A token works only on its own panel.`, EXIT.signedOut);
  return new Fault(said, exitOf(status), { fields: fieldsOf(fields), code: String(code) });
}

function elsewhere(origin: string, { status, location = '' }: Received): Fault {
  const target = URL.canParse(location, origin) ? new URL(location, origin).origin : 'another address';
  return new Fault(
    `${origin} redirects to ${target} (${status}). The token was not sent there; if that is your panel, sign in with "panel login ${target}".`,
    EXIT.unreachable,
  );
}

const notPanel = (origin: string, what: string): Fault =>
  new Fault(`${origin} is not a panel, or the panel is away: it answered with ${what}.`, EXIT.unreachable);

/** Sends a request with the panel's token, and returns its JSON. @throws Fault otherwise */
export async function ask<T = unknown>({ origin, token }: Panel, sent: Sent): Promise<T> {
  const received = await send(origin, token, sent);
  const { status, type, text } = received;
  if (status >= 300 && status < 400) throw elsewhere(origin, received);
  if (!type.includes('json'))
    throw notPanel(origin, type.includes('html') ? `a web page (${status})` : `something else than JSON (${status})`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notPanel(origin, `JSON that is incomplete (${status})`);
  }
  if (status >= 400) {
    if (!isRecord(value) || typeof value['code'] !== 'string')
      throw notPanel(origin, `an error of its own (${status})`);
    throw refused(origin, status, value);
  }
  return value as T;
}

/** Reads with the given query; what is undefined is left out. */
export function read<T>(panel: Panel, path: string, query: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  return ask<T>(panel, { method: 'GET', path: search.size > 0 ? `${path}?${search}` : path });
}

/** Writes a JSON body. */
export function write<T>(panel: Panel, method: string, path: string, value: unknown): Promise<T> {
  const bytes = Buffer.from(JSON.stringify(value));
  return ask<T>(panel, { method, path, body: { type: 'application/json', bytes, length: bytes.length } });
}
