import type { CronEvent } from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { parseOutput, runPhp } from './run-php.ts';

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
    doing: 'clear the cache',
  });

/** Hosted code decides how many events there are, and what is in them. */
const MAX_EVENTS = 500;
const Event = v.object({
  hook: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  time: count,
  interval: v.unknown(),
});

function eventOf(given: unknown): v.InferOutput<typeof Event>[] {
  const { success, output } = v.safeParse(Event, given);
  return success ? [output] : [];
}

/** The scheduled events of a WordPress, the next first; those that nobody can run are left out. @throws HostingError */
export async function cronEvents(hosting: HostingDriver, siteId: string): Promise<CronEvent[]> {
  const fields = ['--fields=hook,time,interval', '--format=json'];
  const result = await hosting.exec(siteId, ['cron', 'event', 'list', ...fields, '--skip-plugins', '--skip-themes']);
  return parseOutput(v.array(v.unknown()), result, 'read the scheduled events')
    .flatMap(eventOf)
    .sort((a, b) => a.time - b.time)
    .slice(0, MAX_EVENTS)
    .map(({ hook, time, interval }) => ({
      hook,
      next_run: new Date(Math.min(time, MAX_TIME) * 1000).toISOString(),
      interval: typeof interval === 'number' && interval > 0 ? interval : null,
    }));
}

/** The last second that a date can have. */
const MAX_TIME = 8_640_000_000_000;

/** Runs all events of a hook, due or not, with the site's plugins and theme. @throws HostingError */
export const runCronHook = (hosting: HostingDriver, siteId: string, hook: string, signal: AbortSignal) =>
  runPhp(hosting, siteId, {
    code: `WP_CLI::run_command(array('cron', 'event', 'run', $input['hook'])); $answer(true);`,
    ...{ input: { hook }, schema: v.literal(true), signal, without: 'nothing' },
    doing: `run ${hook}`,
  });

/** Deletes the debug log; the next error begins a new one. @throws HostingError */
export const deleteDebugLog = (hosting: HostingDriver, siteId: string, signal: AbortSignal) =>
  runPhp(hosting, siteId, {
    code: `$log = ABSPATH . 'wp-content/debug.log';
if (is_file($log) || is_link($log)) unlink($log);
clearstatcache();
$answer(!file_exists($log));`,
    ...{ schema: v.literal(true), signal, without: 'wordpress' },
    doing: 'delete the debug log',
  });
