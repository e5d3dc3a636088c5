import type { Outputs } from '../../protocol.ts';
import { readEnd, readStart } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

const MAX_BYTES = 65_536;
const LOG = 'public/wp-content/debug.log';

/** Whether a configuration sets a constant to true. */
const isOn = (config: string, constant: string): boolean =>
  // A space at a line's beginning, not the line breaks before it.
  new RegExp(`^[ \\t]*define\\(\\s*['"]${constant}['"]\\s*,\\s*(?:true|1)\\s*\\)`, 'im').test(config);

/** The end of WordPress' debug log, from the beginning of a line. */
export function debugLog(root: Folder): Outputs['debugLog'] {
  const config = readStart(root, 'wp-config.php', MAX_BYTES) ?? '';
  const enabled = isOn(config, 'WP_DEBUG') && isOn(config, 'WP_DEBUG_LOG');
  const end = readEnd(root, LOG, MAX_BYTES);
  if (end === null) return { enabled, size: null, text: '' };
  const { size, text } = end;
  return { enabled, size, text: size > MAX_BYTES ? text.slice(text.indexOf('\n') + 1) : text };
}
