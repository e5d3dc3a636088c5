import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Build, type Release } from '@panel/contract/release';
import * as v from 'valibot';
import { distOf, type Package } from '../packages.ts';
import { PlainError } from '../plain-error.ts';

const compress = promisify(brotliCompress);

/**
 * The last build.
 * @throws PlainError when there is none
 */
export async function readBuild(of: Package): Promise<Build> {
  const file = join(distOf(of), 'manifest.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new PlainError(`${of.id} is not built: ${file} is missing.`);
  });
  return v.parse(Build, JSON.parse(text));
}

type About = { commit: string; createdAt: Date; version?: string | undefined };

/** The text to sign; `version` overrides the build's own. */
export function releaseText(build: Build, { commit, createdAt, version }: About): string {
  const release: Release = {
    ...build,
    ...(version ? { version } : {}),
    format: 1,
    commit,
    createdAt: createdAt.toISOString(),
  };
  return JSON.stringify(release);
}

/** The build compresses what browsers load; the rest only travels once. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Packed = { name: string; brotli: string };

function packed(of: Package, names: readonly string[]): Promise<Packed[]> {
  const folder = distOf(of);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, `${name}.br`)).catch(async () =>
        compress(await readFile(join(folder, name)), QUICKLY),
      );
      return { name, brotli: bytes.toString('base64') };
    }),
  );
}

/** The build's files and source maps in the form of the operator API: base64 of their brotli form. */
export async function packedFiles(
  of: Package,
  { integrity, maps = {} }: Build,
): Promise<{ files: Packed[]; maps: Packed[] }> {
  return { files: await packed(of, Object.keys(integrity)), maps: await packed(of, Object.keys(maps)) };
}
