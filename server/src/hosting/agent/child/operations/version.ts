import type { Outputs } from '../../protocol.ts';
import { readStart } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

/** The version of the WordPress files. */
export function version(root: Folder): Outputs['version'] {
  const text = readStart(root, 'public/wp-includes/version.php', 65_536) ?? '';
  return /^\$wp_version = '(\d[\w.+-]{0,31})';/m.exec(text)?.[1] ?? null;
}
