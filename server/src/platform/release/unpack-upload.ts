import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gzip } from 'node:zlib';
import type { Release } from '@panel/contract/release';
import { refused } from './check-release.ts';

const unpack = promisify(brotliDecompress);
const zip = promisify(gzip);

/** The largest file of a release, unpacked. */
export const FILE_BYTES = 16 * 1_048_576;
const RELEASE_BYTES = 64 * 1_048_576;
/** Below this size, a compressed form is not worth a second file. */
const WORTH_BYTES = 256;

export type Upload = { name: string; brotli: string };

async function unpacked(name: string, packed: Buffer, left: number): Promise<Buffer> {
  try {
    return await unpack(packed, {
      maxOutputLength: Math.max(1, Math.min(FILE_BYTES, left)),
      finishFlush: constants.BROTLI_OPERATION_FINISH,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw refused(
        `${name} is too large: a file may have ${FILE_BYTES / 1_048_576} MB and a release ${RELEASE_BYTES / 1_048_576} MB, unpacked.`,
      );
    throw refused(`${name} is not valid brotli.`);
  }
}

export const sha384 = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The stored forms of a file: plain, and compressed where worthwhile. */
async function formsOf(name: string, whole: Buffer, packed: Buffer): Promise<[string, Buffer][]> {
  if (whole.length < WORTH_BYTES || packed.length >= whole.length) return [[name, whole]];
  return [
    [name, whole],
    [`${name}.br`, packed],
    [`${name}.gz`, await zip(whole, { level: 9 })],
  ];
}

/** The uploaded bytes of one file; `wanted` is its hash in the manifest. @throws PanelError RELEASE_REFUSED */
async function verified(label: string, packed: Buffer, left: number, wanted: string): Promise<Buffer> {
  const whole = await unpacked(label, packed, left);
  if (sha384(whole) !== wanted) throw refused(`${label} has the hash ${sha384(whole)}, the manifest says ${wanted}.`);
  return whole;
}

type Uploaded = { files: readonly Upload[]; maps?: readonly Upload[] };

/**
 * The files of an upload for the storage: exactly those that the manifest lists, with matching hashes, and those of its
 * source maps that were sent.
 * @throws PanelError RELEASE_REFUSED that names the file
 */
export async function unpackUpload(
  { package: name, version, integrity, maps: listed = {} }: Release,
  { files, maps = [] }: Uploaded,
): Promise<Map<string, Buffer>> {
  const given = new Map(files.map((upload) => [upload.name, upload.brotli]));
  const whose = `${name} ${version}`;
  if (given.size !== files.length) throw refused(`${whose}: a file was sent twice.`);
  const missing = Object.keys(integrity).find((file) => !given.has(file));
  if (missing !== undefined) throw refused(`${whose}: ${missing} is in the manifest and was not sent.`);
  const further =
    [...given.keys()].find((file) => !Object.hasOwn(integrity, file)) ??
    maps.find((map) => !Object.hasOwn(listed, map.name))?.name;
  if (further !== undefined) throw refused(`${whose}: ${further} was sent and is not in the manifest.`);
  const stored = new Map<string, Buffer>();
  let left = RELEASE_BYTES;
  for (const map of maps) {
    const whole = await verified(
      `${whose}: ${map.name}`,
      Buffer.from(map.brotli, 'base64'),
      left,
      listed[map.name] ?? '',
    );
    left -= whole.length;
    stored.set(map.name, whole);
  }
  for (const [file, wanted] of Object.entries(integrity)) {
    const packed = Buffer.from(given.get(file) ?? '', 'base64');
    const whole = await verified(`${whose}: ${file}`, packed, left, wanted);
    left -= whole.length;
    for (const [key, bytes] of await formsOf(file, whole, packed)) stored.set(key, bytes);
  }
  return stored;
}
