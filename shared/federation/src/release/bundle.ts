import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, type BrotliOptions } from 'node:zlib';
import { Build, type Release } from '@panel/contract/release';
import * as v from 'valibot';
import { PlainError } from '../plain-error.ts';
import type { Commit } from './commit.ts';

const compress = promisify(brotliCompress);

/**
 * The build in a folder.
 * @throws PlainError when there is none
 */
export async function readBuild(folder: string): Promise<Build> {
  const file = join(folder, 'manifest.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new PlainError(
      `${file} is missing. A build of panel-remote writes it, or PanelRemotePlugin of @panel/federation/plugin.`,
    );
  });
  const parsed = v.safeParse(Build, readJson(text));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new PlainError(
    `${file} does not describe a release: ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type About = Commit & { createdAt: Date; version?: string | undefined };

/** The text to sign; `version` overrides the build's own. */
export function releaseText(build: Build, { commit, author, note, createdAt, version }: About): string {
  const release: Release = {
    ...build,
    ...(version ? { version } : {}),
    format: 1,
    commit,
    author,
    note,
    createdAt: createdAt.toISOString(),
  };
  return JSON.stringify(release);
}

/** What the build has not compressed for browsers, and browsers do not load. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export type Packed = { name: string; brotli: string };

function packed(folder: string, names: readonly string[], options: BrotliOptions = {}): Promise<Packed[]> {
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, `${name}.br`)).catch(async () =>
        compress(await readFile(join(folder, name)), options),
      );
      return { name, brotli: bytes.toString('base64') };
    }),
  );
}

/** Files and source maps of the build in a folder, in the form of the operator API: base64 of their brotli form. */
export async function packedFiles(
  folder: string,
  { integrity, maps = {} }: Build,
): Promise<{ files: Packed[]; maps: Packed[] }> {
  return {
    files: await packed(folder, Object.keys(integrity)),
    maps: await packed(folder, Object.keys(maps), QUICKLY),
  };
}
