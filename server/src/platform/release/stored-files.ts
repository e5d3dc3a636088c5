import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Signature } from '@panel/contract/release';
import type { Form } from '../web/release-source.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from './release-store.ts';
import { FILE_BYTES, sha384 } from './unpack-upload.ts';

/** The forms in which a file may be stored and travel. */
export const FORMS: readonly Form[] = ['whole', 'br', 'gz'];

/** File name of a form in the storage. */
export const fileOf = (file: string, form: Form): string => (form === 'whole' ? file : `${file}.${form}`);

const [unbrotli, ungzip, limit] = [promisify(brotliDecompress), promisify(gunzip), { maxOutputLength: FILE_BYTES }];
const unpackers: Record<Form, (bytes: Buffer) => Promise<Buffer>> = {
  whole: async (bytes) => bytes,
  br: (bytes) => unbrotli(bytes, limit),
  gz: (bytes) => ungzip(bytes, limit),
};

/** Whether a stored form holds the file in the manifest. `wanted` is its hash (`sha384-…`). */
export const holds = (form: Form, bytes: Buffer, wanted: string): Promise<boolean> =>
  unpackers[form](bytes).then(
    (whole) => sha384(whole) === wanted,
    () => false,
  );

/** What the storage holds of a release: its files, and the signed text. */
export const storedFiles = ({
  text,
  signature,
  files,
}: {
  text: string;
  signature: Signature;
  files: ReadonlyMap<string, Buffer>;
}): Map<string, Buffer> =>
  new Map([...files, [SIGNATURE_FILE, Buffer.from(JSON.stringify(signature))], [MANIFEST_FILE, Buffer.from(text)]]);

/** Total size of all files that browsers load, as brotli, or uncompressed where that is smaller. */
export const brotliBytes = (files: ReadonlyMap<string, Buffer>): number =>
  [...files].reduce(
    (sum, [name, bytes]) => sum + (/\.(?:gz|map)$/.test(name) || files.has(`${name}.br`) ? 0 : bytes.length),
    0,
  );
