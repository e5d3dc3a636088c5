import { randomBytes } from 'node:crypto';
import type { SiteDatabase } from '../database/database-server.ts';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';

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

const salt = (name: string): string => `define( '${name}', '${randomBytes(48).toString('base64')}' );`;

const IN_A_FILE = `define( 'DB_ENGINE', 'sqlite' );
define( 'DB_DIR', __DIR__ . '/data/' );
define( 'DB_FILE', getenv( 'PANEL_DB_FILE' ) ? basename( getenv( 'PANEL_DB_FILE' ) ) : 'wordpress.sqlite' );
// No shared memory: the file must open natively and on php-wasm.
define( 'SQLITE_JOURNAL_MODE', 'DELETE' );
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '' );`;

/** The lines about the database; the site's own network leads to the server. */
const databaseLines = (database: SiteDatabase | null): string =>
  database === null
    ? IN_A_FILE
    : `define( 'DB_ENGINE', 'mysql' );
define( 'DB_NAME', '${database.name}' );
define( 'DB_USER', '${database.name}' );
define( 'DB_PASSWORD', '${database.password}' );
define( 'DB_HOST', '127.0.0.1:${INSIDE_PORTS.database}' );`;

/**
 * The configuration of one WordPress with its own salts. It lies beside the document root, so it is never served, and
 * contains no absolute path, so the same folder works natively, in a sandbox and on php-wasm. `prefix`: of its tables;
 * letters, digits and underscores. `database`: on a server; null for an SQLite file.
 */
export function wpConfig(prefix = 'wp_', database: SiteDatabase | null = null): string {
  return `<?php
${SALTS.map(salt).join('\n')}

${databaseLines(database)}
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

/** A configuration that the agent returned whole, as text. */
const MAX_CONFIG = 60_000;

/**
 * Whether the agent has returned all of a configuration. Its owner may have chosen other salts. Hosted code may have
 * written it: an expression that crosses lines would take seconds for thousands of empty ones.
 */
export const isWholeConfig = (config: string): boolean =>
  config.length < MAX_CONFIG &&
  config.includes('wp-settings.php') &&
  SALTS.every((name) => new RegExp(`^[ \\t]*define\\([ \\t]*['"]${name}['"][ \\t]*,`, 'm').test(config)) &&
  !config.includes('\uFFFD');

/** Whether a configuration is complete and has its own salts. */
export function isOwnConfig(text: string): boolean {
  return (
    text.includes('wp-settings.php') &&
    SALTS.every((name) => new RegExp(`define\\( '${name}', '[A-Za-z0-9+/]{64}' \\);`).test(text))
  );
}

/** The same configuration with new salts; null when it does not have all of them once, as the panel writes them. */
export function withNewSalts(config: string): string | null {
  const line = (name: string) => new RegExp(`^define\\( '${name}', '[^'\\n\\\\]*' \\);$`, 'gm');
  if (SALTS.some((name) => config.match(line(name))?.length !== 1)) return null;
  return SALTS.reduce((text, name) => text.replace(line(name), () => salt(name)), config);
}

/** The prefix of the tables, as the panel writes it. */
export const prefixIn = (config: string): string | undefined => /^\$table_prefix = '(\w{1,64})';$/m.exec(config)?.[1];

/** The same configuration with another database; null when somebody has changed the lines about it. */
export function withDatabase(config: string, database: SiteDatabase | null): string | null {
  const lines =
    /^define\( 'DB_ENGINE', '\w+' \);\n(?:(?:\/\/|define\( '(?:DB|SQLITE)_).*\n){1,10}?define\( 'DB_HOST', '.*' \);$/m;
  return lines.test(config) ? config.replace(lines, () => databaseLines(database)) : null;
}

/** The same configuration with the debug log on or off; null when somebody has changed the lines about it. */
export function withDebugLog(config: string, enabled: boolean): string | null {
  const [before, after] = enabled ? [DEBUG.off, DEBUG.on] : [DEBUG.on, DEBUG.off];
  if (config.includes(before)) return config.replace(before, () => after);
  return config.includes(after) ? config : null;
}
