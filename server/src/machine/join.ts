import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { MachineJoined } from '@panel/contract';
import { isThisMachine } from '../config/schemas.ts';
import { parseJson } from '../lib/parse-json.ts';
import { reachable, sendJson } from '../lib/send-json.ts';
import { digestOf } from './authority.ts';
import { MachineError, machineMark } from './mark.ts';

const FILE = 'machine/identity.json';
const JOIN_MS = 30_000;

const Identity = v.object({ ...MachineJoined.entries, key: v.string(), host: v.string() });
/** What a machine has from joining: its key, which never leaves it, its certificate, and where it reports. */
export type Identity = v.InferOutput<typeof Identity>;

const Refused = v.object({ message: v.string() });

/** The identity of a machine that joined; null before. @throws MachineError when the file is damaged */
export function readIdentity(dataDir: string): Identity | null {
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) return null;
  const identity = parseJson(Identity, readFileSync(file, 'utf8'));
  if (!identity) throw new MachineError(`${file} is damaged. Join again with an empty DATA_DIR and a new token.`);
  return identity;
}

function keepIdentity(dataDir: string, identity: Identity): void {
  const file = path.join(dataDir, FILE);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(identity), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * Joins an installation: makes a key, and gets its certificate for a token. The panel is known by the digest in the token.
 * @throws MachineError in one line, with what the panel said
 */
export async function join(dataDir: string, url: string, token: string): Promise<Identity> {
  const { protocol, hostname: host, host: named, port, origin } = new URL(url);
  // The token would be readable on the way.
  if (protocol !== 'https:' && !isThisMachine(url))
    throw new MachineError(
      'JOIN_URL must begin with https://: the token must not be readable on the way to the panel.',
    );
  mkdirSync(dataDir, { recursive: true });
  const id = machineMark(dataDir);
  const { makeRequest } = await import('../tls/machine-certificates.ts');
  const { csr, key } = await makeRequest(id);
  const name =
    hostname()
      .replace(/[^\w.-]/g, '-')
      .slice(0, 63) || 'machine';
  const { status, text } = await sendJson(
    {
      ...{ isPlain: protocol === 'http:', host: reachable(host), port: port || undefined, servername: host },
      ...{ path: '/platform/machines/join', headers: { host: named }, timeout: JOIN_MS },
    },
    { token, csr, id, name },
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MachineError(`The panel at ${origin} does not answer (${reason}). Check JOIN_URL, then start again.`);
  });
  if (status !== 200)
    throw new MachineError(
      parseJson(Refused, text)?.message ?? `The panel at ${origin} answered with status ${status}. Check JOIN_URL.`,
    );
  const joined = parseJson(MachineJoined, text);
  if (!joined || digestOf(joined.authority) !== token.split('.')[1])
    throw new MachineError(`What answers at ${origin} is not the panel that made the token. Check JOIN_URL.`);
  const identity = { ...joined, key, host };
  keepIdentity(dataDir, identity);
  return identity;
}
