import { open } from 'node:fs/promises';

/** Where Debian and its relatives install it. */
const FILE = '/usr/share/adminer/adminer.php';
const HEAD_BYTES = 1024;

/**
 * Adminer, one file of PHP, or null when this machine has none that `database.php` knows: version 5 has other names for
 * what that script extends.
 */
export async function findAdminer(file: string = FILE): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return /@version 4\./.test(buffer.toString('latin1', 0, bytesRead)) ? file : null;
  } finally {
    await handle.close();
  }
}
