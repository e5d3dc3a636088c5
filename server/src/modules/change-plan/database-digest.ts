import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { runPhp } from '../site-tool/run-php.ts';

const READ_MS = 60_000;

/**
 * Digests what an update of a plugin or theme changes and visitors do not: the tables with their columns, and the options,
 * among them every version that a plugin records of its tables. Caches and the list of due jobs change all the time.
 */
const DIGEST = `global $wpdb;
$hash = hash_init('md5');
foreach ($wpdb->get_col('SHOW TABLES') as $table) {
  hash_update($hash, $table . json_encode($wpdb->get_results('DESCRIBE \`' . str_replace('\`', '\`\`', $table) . '\`', ARRAY_N)));
}
foreach ($wpdb->get_results("SELECT option_name, option_value FROM {$wpdb->options} ORDER BY option_name") as $option) {
  if (preg_match('/^_(site_)?transient_/', $option->option_name) || in_array($option->option_name, array('cron', 'rewrite_rules', 'recently_activated', 'auto_updater.lock'), true)) { continue; }
  hash_update($hash, $option->option_name . '=' . $option->option_value . ';');
}
$answer(hash_final($hash));`;

/** @throws HostingError when the site cannot read its database */
export const databaseDigest = (hosting: HostingDriver, siteId: string, signal: AbortSignal): Promise<string> =>
  runPhp(hosting, siteId, {
    code: DIGEST,
    schema: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    failure: 'We could not read the database.',
    timeoutMs: READ_MS,
    signal,
  });
