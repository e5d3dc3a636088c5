import { randomBytes } from 'node:crypto';

/** Ten hexadecimal digits; no site of a customer has a name that ends so (site-name.ts). */
const KEY_BYTES = 5;
const SLUG_MAX = 40;

/** What can be read of a branch in an address: small letters, digits and single hyphens. */
function slugOf(branch: string): string {
  const plain = branch.normalize('NFKD').toLowerCase().slice(0, 400);
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean); // bounded: one class, and the text is cut before
  return words.join('-').slice(0, SLUG_MAX).replace(/-$/, '') || 'preview';
}

/** The key of a new preview, and the first label of its address. Branches that look alike get different ones. */
export function newPreviewName(branch: string): { key: string; label: string } {
  const key = randomBytes(KEY_BYTES).toString('hex');
  return { key, label: `${slugOf(branch)}-${key}` };
}
