import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from '../plain-error.ts';
import { callToken } from './call-token.ts';
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

/** Files named on the command line. */
export type Named = { 'token-file'?: string; key?: string };

/**
 * What calls of the panel at `url` are authorised with: the operator token from the named file or OPERATOR_TOKEN;
 * otherwise a team's key, from the named file or RELEASE_KEY; otherwise the operator token of the local panel.
 * @throws PlainError
 */
export function readAuthorization(url: URL, { 'token-file': file, key: keyFile }: Named, places: Places): () => string {
  const { env, dataDir } = places;
  const otherwise =
    'A team passes its key with --key or RELEASE_KEY; an operator names the file of the token with --token-file, or sets OPERATOR_TOKEN.';
  const operator = (token: string) => () => token;
  if (file !== undefined) return operator(readSecret(resolve(file), 'The operator token', otherwise));
  if (env['OPERATOR_TOKEN']) return operator(env['OPERATOR_TOKEN']);
  if (keyFile !== undefined || env['RELEASE_KEY']) {
    const key = readSigningKey(keyFile, places);
    return () => callToken(key, url);
  }
  const local = localFile(dataDir, 'operator-token');
  if (!local) throw new PlainError(`There is neither a key nor an operator token. ${otherwise}`);
  return operator(readSecret(local, 'The operator token', `${otherwise} The local panel creates it when it starts.`));
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
