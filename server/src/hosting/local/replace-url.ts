import path from 'node:path';
import type { Progress } from '../driver.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { commandFailed } from './site-tools.ts';
import { PERCENT_FILE } from './temporary-files.ts';
import { watchSize } from './watch-size.ts';

/** What follows an address that only begins like the old one: the rest of a name, or a port. For MySQL and PHP. */
const ALIKE = '([.]?[A-Za-z0-9_-]|(:|%3[Aa])[0-9])';

/**
 * One PHP for all pairs: loading WordPress takes longer than replacing. Tables without the old host are left out, in
 * whatever form its address is written. Only tables with an address that begins like the old one need a regular expression,
 * with which WP-CLI reads every row. The size of a file beside the database is the percentage of the rows that are done.
 * WP-CLI goes on when a row cannot be written, and WordPress prints the whole statement for each: here the first one ends
 * the command before the next statement, and with it the transaction. The SQLite integration hides the reason behind the
 * statement.
 */
const REPLACE_PAIRS = `global $wpdb;
$wpdb->suppress_errors();
$GLOBALS['EZSQL_ERROR'] = array();
$check = function ($query = '') {
  foreach ($GLOBALS['EZSQL_ERROR'] as $failed) {
    if (!preg_match('/^\\s*(UPDATE|COMMIT)/i', $failed['query'])) continue;
    $at = strrpos($failed['error_str'], 'class="error_message"');
    WP_CLI::error(trim(strip_tags($at === false ? substr($failed['error_str'], 0, 600) : '<p ' . substr($failed['error_str'], $at, 600))));
  }
  $GLOBALS['EZSQL_ERROR'] = array();
  return $query;
};
add_filter('query', $check);
$pairs = json_decode(getenv('PANEL_PAIRS'));
$which = array(getenv('PANEL_OTHER_TABLES') ? 'all-tables' : 'all-tables-with-prefix' => true);
$options = $which + array('skip-columns' => 'guid', 'precise' => true);
$rows = array();
foreach (WP_CLI\\Utils\\wp_get_table_names(array(), $which) as $table) {
  $rows[$table] = 1 + (int) $wpdb->get_var("SELECT COUNT(*) FROM \`$table\`");
}
$holds = function ($table, $pattern = '') use ($wpdb) {
  $like = $wpdb->prepare('LIKE %s', '%' . $wpdb->esc_like(getenv('PANEL_OLD_HOST')) . '%');
  $alike = $wpdb->prepare('REGEXP %s', $pattern);
  $conditions = array();
  foreach ($wpdb->get_results("DESCRIBE \`$table\`") as $column) {
    if (!preg_match('/text|varchar/i', $column->Type)) continue;
    $condition = "\`$column->Field\` $like";
    if ($pattern !== '') $condition .= " AND \`$column->Field\` $alike";
    $conditions[] = "($condition)";
  }
  if ($conditions === array()) return false;
  return $wpdb->get_var("SELECT 1 FROM \`$table\` WHERE " . implode(' OR ', $conditions) . ' LIMIT 1') !== null;
};
$replace = function ($table, $old, $new) use ($holds, $options) {
  if ($holds($table, preg_replace('/[^A-Za-z0-9]/', '.', $old) . '${ALIKE}')) {
    $old = preg_quote($old) . '(?!${ALIKE})';
    $new = addcslashes($new, '\\\\$');
    $options['regex'] = true;
  }
  WP_CLI::run_command(array('search-replace', $old, $new, $table), $options);
};
$done = 0;
$percent = 0;
$wpdb->query('START TRANSACTION');
foreach ($rows as $table => $count) {
  foreach ($holds($table) ? $pairs : array() as $pair) $replace($table, ...$pair);
  $done += $count;
  if (getenv('PANEL_PERCENT')) {
    $now = intdiv(100 * $done, array_sum($rows));
    file_put_contents(dirname(ABSPATH) . '/data/' . getenv('PANEL_PERCENT'), str_repeat('.', $now - $percent), FILE_APPEND);
    $percent = $now;
  }
}
$wpdb->query('COMMIT');
$check();`;

/**
 * How an address is written in content: as it is, in JSON, in JSON within JSON (whose outer one escapes slashes or does not),
 * and as a part of another address.
 */
const FORMS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replaceAll('/', '\\/'),
  (url) => url.replaceAll('/', '\\\\/'),
  (url) => url.replaceAll('/', '\\\\\\/'),
  encodeURIComponent,
  (url) => encodeURIComponent(url).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
];

/** Old and new address in every form, without the scheme, and before that with it where it changes. */
function pairsOf(from: string, to: string): [string, string][] {
  const withoutScheme = (url: string) => url.replace(/^https?:/, '');
  const bare: [string, string] = [withoutScheme(from), withoutScheme(to)];
  const isSameScheme = from.startsWith('https:') === to.startsWith('https:');
  const pairs = FORMS.flatMap((form): [string, string][] => [
    ...(isSameScheme ? [] : [[form(from), form(to)] satisfies [string, string]]),
    [form(bare[0]), form(bare[1])],
  ]);
  return pairs.filter(([old, next]) => old !== next);
}

type ReplaceOptions = Partial<Pick<Progress, 'signal' | 'progress'>> & { otherTables?: boolean | undefined };

/**
 * Replaces a site's address in a database of its `data` folder, serialised values included. Post identifiers (guid)
 * stay, as WordPress recommends. `otherTables`: in tables without the prefix of the site, too; WP-CLI leaves those without a
 * primary key as they are. Skips an invalid old address, which hosted code could have stored.
 */
export async function replaceUrl(
  runtime: HostingRuntime,
  mount: SiteMount,
  database: string,
  from: string,
  to: string,
  { signal, progress, otherTables = false }: ReplaceOptions = {},
): Promise<void> {
  const [, host] = /^https?:\/\/([\w.~%-]{1,253})(?:[:/][\w.:/~%-]{0,500})?$/.exec(from) ?? [];
  if (from === to || host === undefined) return;
  const args = ['eval', REPLACE_PAIRS, '--quiet', '--skip-plugins', '--skip-themes'];
  const percent = database + PERCENT_FILE;
  const env = {
    PANEL_DB_FILE: database,
    PANEL_PAIRS: JSON.stringify(pairsOf(from, to)),
    PANEL_OLD_HOST: host,
    ...(otherTables && { PANEL_OTHER_TABLES: 'yes' }),
    ...(progress && { PANEL_PERCENT: percent }),
  };
  const replace = () => runtime.php.wp(mount, args, { env, ...(signal && { signal }) });
  const result = progress
    ? await watchSize(path.join(mount.live, 'data', percent), (done) => progress({ done, unit: 'percent' }), replace)
    : await replace();
  if (result.code !== 0) throw commandFailed('We could not change the address of the site.', result);
}
