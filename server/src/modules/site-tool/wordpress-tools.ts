import { list, type CronEvents } from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { hostedText } from '../../hosting/hosted-text.ts';
import { runPhp } from './run-php.ts';
import { sentence } from '../../lib/sentence.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Page caches of plugins are in wp-content/cache. A link there is removed, never followed. */
const CLEAR_CACHE = `global $wpdb;
$transients = (int) $wpdb->get_var("SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '\\\\_transient\\\\_%' AND option_name NOT LIKE '\\\\_transient\\\\_timeout\\\\_%'");
ob_start();
WP_CLI::run_command(array('transient', 'delete'), array('all' => true));
ob_end_clean();
wp_cache_flush();
$files = 0;
$cache = WP_CONTENT_DIR . '/cache';
if (is_dir($cache) && !is_link($cache)) {
  $found = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($cache, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST);
  foreach ($found as $entry) {
    if ($entry->isDir() && !$entry->isLink()) rmdir($entry->getPathname());
    else $files += (int) unlink($entry->getPathname());
  }
}
$answer(array('transients' => $transients, 'files' => $files));`;

/** Deletes what WordPress and caching plugins keep for speed alone. @throws HostingError */
export const clearCaches = (hosting: HostingDriver, siteId: string, signal: AbortSignal) =>
  runPhp(hosting, siteId, {
    ...{ code: CLEAR_CACHE, schema: v.object({ transients: count, files: count }), signal },
    failure: 'We could not clear the cache.',
  });

const MAX_EVENTS = 500;
const HOOK_MAX = 200;

/** An event whose name hides something, or is too long, cannot be run by its name, so it is one of the others. */
const LIST_EVENTS = `$events = array();
$others = 0;
foreach ((array) _get_cron_array() as $time => $hooks) {
  foreach ((array) $hooks as $hook => $runs) {
    $usable = is_int($time) && $time >= 0 && (string) $hook !== '' && $plain($hook, ${HOOK_MAX}) === (string) $hook;
    foreach ((array) $runs as $run) {
      if ($usable && is_array($run)) $events[] = array('hook' => (string) $hook, 'time' => $time, 'interval' => isset($run['interval']) ? (int) $run['interval'] : 0);
      else $others++;
    }
  }
}
usort($events, function ($a, $b) { return $a['time'] - $b['time']; });
list($first, $rest) = $shorten($events, ${MAX_EVENTS});
$answer(array('events' => $first, 'others' => $others + $rest));`;

const Events = v.object({
  events: list(v.object({ hook: hostedText(HOOK_MAX), time: count, interval: v.number() }), { max: MAX_EVENTS }),
  others: count,
});

/** The scheduled events of a WordPress, the next first, and how many others it has. @throws HostingError */
export async function cronEvents(hosting: HostingDriver, siteId: string): Promise<CronEvents> {
  const failure = 'We could not read the scheduled events.';
  const { events, others } = await runPhp(hosting, siteId, { code: LIST_EVENTS, schema: Events, failure });
  return {
    events: events.map(({ hook, time, interval }) => ({
      hook,
      next_run: new Date(Math.min(time, MAX_TIME) * 1000).toISOString(),
      interval: interval > 0 ? interval : null,
    })),
    others,
  };
}

/** The last second that a date can have. */
const MAX_TIME = 8_640_000_000_000;

/** Runs all events of a hook, due or not, with the site's plugins and theme. @throws HostingError */
export const runCronHook = (hosting: HostingDriver, siteId: string, hook: string, signal: AbortSignal) =>
  runPhp(hosting, siteId, {
    code: `WP_CLI::run_command(array('cron', 'event', 'run', $input['hook'])); $answer(true);`,
    ...{ input: { hook }, schema: v.literal(true), signal, without: 'nothing' },
    failure: sentence('We could not run {hook}.', { hook }),
  });

/** Deletes the debug log; the next error begins a new one. @throws HostingError */
export const deleteDebugLog = (hosting: HostingDriver, siteId: string, signal: AbortSignal) =>
  runPhp(hosting, siteId, {
    code: `$log = ABSPATH . 'wp-content/debug.log';
if (is_file($log) || is_link($log)) unlink($log);
clearstatcache();
$answer(!file_exists($log));`,
    ...{ schema: v.literal(true), signal, without: 'wordpress' },
    failure: 'We could not delete the debug log.',
  });
