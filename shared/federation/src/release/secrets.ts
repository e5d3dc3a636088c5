import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from '../plain-error.ts';
import { readKey, type ReleaseKey } from './keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the local panel stores its developer's secrets. */
export type Places = { env: Environment; dataDir: string | null };

function readSecret(file: string, what: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new PlainError(`${what} is not at ${file}. ${otherwise}`);
  }
}

const localFile = (dataDir: string | null, name: string): string | null =>
  dataDir === null ? null : join(dataDir, 'keys', name);

/**
 * The operator token: from the named file, from OPERATOR_TOKEN, or from the local panel.
 * @throws PlainError
 */
export function readToken(file: string | undefined, { env, dataDir }: Places): string {
  const otherwise = 'Name its file with --token-file, or set OPERATOR_TOKEN.';
  if (file !== undefined) return readSecret(resolve(file), 'The operator token', otherwise);
  if (env['OPERATOR_TOKEN']) return env['OPERATOR_TOKEN'];
  const local = localFile(dataDir, 'operator-token');
  if (!local) throw new PlainError(`There is no operator token. ${otherwise}`);
  return readSecret(local, 'The operator token', `${otherwise} The local panel creates it when it starts.`);
}

/**
 * The signing key: from the named file, from RELEASE_KEY (PEM text or a file), or from the local panel.
 * @throws PlainError
 */
export function readSigningKey(file: string | undefined, { env, dataDir }: Places): ReleaseKey {
  const otherwise = 'Name its file with --key, or set RELEASE_KEY.';
  const given = file ?? env['RELEASE_KEY'];
  if (file === undefined && given?.includes('-----BEGIN')) return readKey(given, 'RELEASE_KEY');
  const place = given ? resolve(given) : localFile(dataDir, 'release.pem');
  if (!place) throw new PlainError(`There is no key to sign with. ${otherwise}`);
  return readKey(
    readSecret(place, 'The key to sign with', `${otherwise} The local panel creates one when it starts.`),
    place,
  );
}
