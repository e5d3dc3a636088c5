import { PanelError } from '../kernel/errors.ts';

export const refusedArchive = (reason: string): PanelError => new PanelError('ARCHIVE_REFUSED', { reason });

/** A name for a message: its beginning, in quotes. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 80));

export const OTHER_SIZE = 'The archive is damaged: a file has another size than declared.';

/** Errors of the libraries that read archives, in words for customers. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/encrypt/i.test(text)) return 'The archive is encrypted. Upload it without a password.';
  if (/too many bytes|not enough bytes|size mismatch/i.test(text)) return OTHER_SIZE;
  return 'The archive is damaged or incomplete. Create the zip again.';
}
