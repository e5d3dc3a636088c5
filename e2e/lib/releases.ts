import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Build, Release } from '@panel/contract/release';
import { Client } from '@panel/server/testing/client';
import { ROOT } from '../../scripts/lib/paths.mjs';

type Running = { port: number; dataDir: string };
type Published = { package: string; version: string };

/** A copy of the built release with another name and changed scripts and manifest. */
export type Edit = { version: string; text?: (text: string, file: string) => string; build?: (build: Build) => Build };

export type Operator = {
  publish: (id: string, edit: Edit) => Promise<Published>;
  /** Publishes it and makes it stable for a partner (its panel host) or for all. */
  release: (id: string, edit: Edit, partner?: string) => Promise<Published>;
  change: (id: string, action: 'promote' | 'rollback' | 'disable', partner?: string, version?: string) => Promise<void>;
  /** Marks a version as unsafe, for everyone and for good. */
  revoke: (of: Published) => Promise<void>;
  /** Platform error → number of browser reports for the release. */
  reasons: (of: Published) => Promise<Record<string, number>>;
  /** Folder of a release in the panel's storage. */
  stored: (of: Published) => string;
};

const distOf = (id: string): string => path.join(ROOT, id, 'dist');
const hashOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** The test waits for it, and the highest quality takes seconds for the shell's files. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The built files with changed scripts, in the form that the operator API takes, and their new hashes. */
function packed(
  id: string,
  { integrity }: Build,
  edit: NonNullable<Edit['text']>,
): { files: { name: string; brotli: string }[]; integrity: Build['integrity'] } {
  const hashes = { ...integrity };
  const files = Object.keys(integrity).map((name) => {
    // Fonts are no text.
    const bytes = readFileSync(path.join(distOf(id), name));
    const before = bytes.toString('utf8');
    const after = name.endsWith('.js') ? edit(before, name) : before;
    if (after !== before) hashes[name] = hashOf(after);
    return { name, brotli: brotliCompressSync(after === before ? bytes : after, QUICKLY).toString('base64') };
  });
  if (Object.keys(integrity).every((name) => hashes[name] === integrity[name]))
    throw new Error(`No script of ${id} holds what the release was to change.`);
  return { files, integrity: hashes };
}

function signer(pem: string): (text: string) => { keyId: string; signature: string } {
  const key = createPrivateKey(pem);
  // The raw key follows the 12 bytes of its DER header (RFC 8410).
  const raw = (createPublicKey(key).export({ type: 'spki', format: 'der' }) as Buffer).subarray(12);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  return (text) => ({ keyId, signature: sign(null, Buffer.from(text), key).toString('base64') });
}

/** The operator of a running local panel, with its token and signing key. */
export function operatorOf({ port, dataDir }: Running): Operator {
  const secret = (name: string): string => readFileSync(path.join(dataDir, 'keys', name), 'utf8').trim();
  const signed = signer(secret('release.pem'));
  const client = new Client(port, 'localhost');
  const send = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const { status, text } = await client.send(method, address, body, {
      authorization: `Bearer ${secret('operator-token')}`,
    });
    if (status !== 200) throw new Error(`${method} ${address}: ${status} ${text}`);
    return JSON.parse(text) as T;
  };

  const publish: Operator['publish'] = async (
    id,
    { version, text = (same) => `${same}\n/* ${version} */`, build = (same) => same },
  ) => {
    const built = JSON.parse(readFileSync(path.join(distOf(id), 'manifest.json'), 'utf8')) as Build;
    const { files, integrity } = packed(id, built, text);
    const release: Release = {
      ...build({ ...built, integrity }),
      version,
      format: 1,
      commit: '',
      createdAt: new Date().toISOString(),
    };
    const manifest = JSON.stringify(release);
    await send('POST', '/platform/releases', { manifest, signature: signed(manifest), files });
    return { package: release.package, version };
  };
  const change: Operator['change'] = async (id, action, partner, version) => {
    await send('POST', `/platform/channels/${id}`, {
      action,
      ...(partner && { partner }),
      ...(version && { version }),
    });
  };
  return {
    publish,
    release: async (id, edit, partner) => {
      const published = await publish(id, edit);
      await change(published.package, 'promote', partner, published.version);
      return published;
    },
    change,
    revoke: ({ package: name, version }) =>
      send('POST', `/platform/channels/${name}`, { action: 'revoke', version, reason: 'Tried on purpose.' }),
    reasons: async (of) => {
      type Listed = { pageElements: { version: string; stats: { reasons: Record<string, number> } }[] };
      const { pageElements } = await send<Listed>('GET', `/platform/releases?package=${of.package}&pageSize=100`);
      return pageElements.find(({ version }) => version === of.version)?.stats.reasons ?? {};
    },
    stored: (of) => path.join(dataDir, 'releases', of.package, of.version),
  };
}
