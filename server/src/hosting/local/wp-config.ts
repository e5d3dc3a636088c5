import { randomBytes } from 'node:crypto';

const SALTS = [
  'AUTH_KEY',
  'SECURE_AUTH_KEY',
  'LOGGED_IN_KEY',
  'NONCE_KEY',
  'AUTH_SALT',
  'SECURE_AUTH_SALT',
  'LOGGED_IN_SALT',
  'NONCE_SALT',
];

/** The lines about the debug log. Errors are logged, never shown to visitors. */
const DEBUG = {
  off: "define( 'WP_DEBUG', false );",
  on: "define( 'WP_DEBUG', true );\ndefine( 'WP_DEBUG_LOG', true );\ndefine( 'WP_DEBUG_DISPLAY', false );",
};

/**
 * The configuration of one WordPress with its own salts. It lies beside the document root, so it is never served, and
 * contains no absolute path, so the same folder works natively, in a sandbox and on php-wasm. `prefix`: of its tables;
 * letters, digits and underscores.
 */
export function wpConfig(prefix = 'wp_'): string {
  const salts = SALTS.map((name) => `define( '${name}', '${randomBytes(48).toString('base64')}' );`);
  return `<?php
${salts.join('\n')}

define( 'DB_ENGINE', 'sqlite' );
define( 'DB_DIR', __DIR__ . '/data/' );
define( 'DB_FILE', getenv( 'PANEL_DB_FILE' ) ? basename( getenv( 'PANEL_DB_FILE' ) ) : 'wordpress.sqlite' );
// No shared memory: the file must open natively and on php-wasm.
define( 'SQLITE_JOURNAL_MODE', 'DELETE' );
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
$table_prefix = '${prefix}';

// Visitors never wait for background work. Requests to others leave through the panel's egress.
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'FS_METHOD', 'direct' );
${DEBUG.off}

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/public/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}

/** Whether a configuration is complete and has its own salts. */
export function isOwnConfig(text: string): boolean {
  return (
    text.includes('wp-settings.php') &&
    SALTS.every((name) => new RegExp(`define\\( '${name}', '[A-Za-z0-9+/]{64}' \\);`).test(text))
  );
}

/** The same configuration with the debug log on or off; null when somebody has changed the lines about it. */
export function withDebugLog(config: string, enabled: boolean): string | null {
  const [before, after] = enabled ? [DEBUG.off, DEBUG.on] : [DEBUG.on, DEBUG.off];
  if (config.includes(before)) return config.replace(before, () => after);
  return config.includes(after) ? config : null;
}
