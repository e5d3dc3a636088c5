import { lookup } from 'mrmime';

/** Types that the library lacks, or that would make browsers download the file. */
const OWN: Record<string, string> = { ico: 'image/x-icon', md: 'text/plain' };

const typeOf = (file: string): string | undefined => OWN[file.split('.').at(-1)?.toLowerCase() ?? ''] ?? lookup(file);

/** The Content-Type of a file by its name; unknown ones are downloads. */
export function contentType(file: string): string {
  const type = typeOf(file) ?? 'application/octet-stream';
  return /^text\/|^application\/json$/.test(type) ? `${type}; charset=utf-8` : type;
}

const ASSET = /^(?:image|font|audio|video)\/|^text\/(?:css|javascript)$|^application\/(?:manifest\+json|pdf|wasm|zip)$/;

/** Whether a file of a WordPress is, by its name, a plain asset that its own code does not serve. */
export const isAssetName = (file: string): boolean => ASSET.test(typeOf(file) ?? '') || file.endsWith('.map');
