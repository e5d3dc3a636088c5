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

/**
 * The files of an upload for the storage: exactly those that the manifest lists, with matching hashes.
 * @throws PanelError RELEASE_REFUSED that names the file
 */
export async function unpackUpload(
  { package: name, version, integrity }: Release,
  uploads: readonly Upload[],
): Promise<Map<string, Buffer>> {
  const given = new Map(uploads.map((upload) => [upload.name, upload.brotli]));
  const whose = `${name} ${version}`;
  if (given.size !== uploads.length) throw refused(`${whose}: a file was sent twice.`);
  const missing = Object.keys(integrity).find((file) => !given.has(file));
  if (missing !== undefined) throw refused(`${whose}: ${missing} is in the manifest and was not sent.`);
  const further = [...given.keys()].find((file) => !Object.hasOwn(integrity, file));
  if (further !== undefined) throw refused(`${whose}: ${further} was sent and is not in the manifest.`);
  const stored = new Map<string, Buffer>();
  let left = RELEASE_BYTES;
  for (const [file, wanted] of Object.entries(integrity)) {
    const packed = Buffer.from(given.get(file) ?? '', 'base64');
    const whole = await unpacked(`${whose}: ${file}`, packed, left);
    left -= whole.length;
    if (sha384(whole) !== wanted)
      throw refused(`${whose}: ${file} has the hash ${sha384(whole)}, the manifest says ${wanted}.`);
    for (const [key, bytes] of await formsOf(file, whole, packed)) stored.set(key, bytes);
  }
  return stored;
}
