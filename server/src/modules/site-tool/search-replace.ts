import { list, type TableCount } from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { hostedText } from '../../hosting/hosted-text.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { runPhp } from './run-php.ts';

/** Names are 64 characters at most. */
const TABLE_MAX = 64;
const MAX_TABLES = 1_000;

/**
 * WP-CLI keeps serialised values valid and skips passwords; post identifiers (guid) stay, as WordPress recommends. A live
 * run is one transaction, which also stores the id of the run: a repetition after a crash finds it and changes nothing,
 * because replacing twice is not the same as once. Without the settings in $vital the site would not answer.
 */
const REPLACE = `global $wpdb;
$options = array('all-tables-with-prefix' => true, 'skip-columns' => 'guid', 'precise' => true, 'format' => 'count');
if ($input['run'] === null) $options['dry-run'] = true;
$vital = function () use ($wpdb) {
  $names = "'siteurl', 'home', 'template', 'stylesheet', 'active_plugins'";
  return $wpdb->get_results("SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name IN ($names) ORDER BY option_name", ARRAY_N);
};
$stored = function () use ($wpdb) {
  return json_decode((string) $wpdb->get_var("SELECT option_value FROM {$wpdb->options} WHERE option_name = 'panel_search_replace'"), true);
};
$done = function ($refused, $tables) use ($answer, $shorten) {
  list($first, $others) = $shorten((array) $tables, ${MAX_TABLES});
  $answer(array('refused' => $refused, 'tables' => $first, 'others' => $others));
};
if ($input['run'] !== null) {
  $wpdb->query('START TRANSACTION');
  $before = $vital();
  $last = $stored();
}
if (isset($last['run']) && $last['run'] === $input['run']) {
  $wpdb->query('COMMIT');
  $done(false, $last['tables']);
} else {
  $tables = array();
  foreach (WP_CLI\\Utils\\wp_get_table_names(array(), array('all-tables-with-prefix' => true)) as $table) {
    ob_start();
    WP_CLI::run_command(array('search-replace', $input['search'], $input['replace'], $table), $options);
    $count = (int) trim(ob_get_clean());
    if ($count > 0) $tables[] = array('table' => $table, 'replacements' => $count);
  }
  if ($input['run'] !== null && $vital() !== $before) {
    $wpdb->query('ROLLBACK');
    $done(true, array());
  } else {
    if ($input['run'] !== null) {
      wp_cache_flush();
      update_option('panel_search_replace', wp_json_encode(array('run' => $input['run'], 'tables' => $tables)), false);
      $wpdb->query('COMMIT');
      wp_cache_flush();
    }
    $done(false, $tables);
  }
}`;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const Answer = v.object({
  refused: v.boolean(),
  tables: list(v.object({ table: hostedText(TABLE_MAX), replacements: count }), { max: MAX_TABLES }),
  others: count,
});

/** A large database takes minutes. */
const DRY_RUN_MS = 4 * 60_000;
const LIVE_RUN_MS = 10 * 60_000;

/** `others`: tables with a replacement that are not listed. */
export type Counts = { tables: TableCount[]; others: number };

export type Replacement = { search: string; replace: string };

/** How many values of each table contain the text. @throws HostingError */
export async function countReplacements(
  hosting: HostingDriver,
  siteId: string,
  { search, replace }: Replacement,
): Promise<Counts> {
  const failure = 'We could not search the database.';
  const input = { search, replace, run: null };
  const { tables, others } = await runPhp(hosting, siteId, {
    ...{ code: REPLACE, input, schema: Answer, failure, timeoutMs: DRY_RUN_MS },
  });
  return { tables, others };
}

/**
 * Replaces a text in all tables, or nothing at all. The same `run` replaces once, however often it is repeated.
 * @throws HostingError UNSUPPORTED when the site would not work afterwards
 */
export async function replaceText(
  hosting: HostingDriver,
  siteId: string,
  { search, replace, run }: Replacement & { run: string },
  signal: AbortSignal,
): Promise<Counts> {
  const { refused, tables, others } = await runPhp(hosting, siteId, {
    ...{ code: REPLACE, input: { search, replace, run }, schema: Answer, signal, timeoutMs: LIVE_RUN_MS },
    failure: 'We could not replace the text.',
  });
  if (!refused) return { tables, others };
  throw new HostingError(
    'UNSUPPORTED',
    'Nothing was replaced: the site would lose its address, theme or plugins. Search for a longer text, or change the address with "Change Site Name".',
    { retryable: false },
  );
}
