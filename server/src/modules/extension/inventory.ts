import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { AppContext } from '../../process/app-context.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { DROP_KEPT } from './wp-extension.ts';
import { beginCheck, storeFailure, storeInventory, type Inventory, type InventoryItem } from './installed.repo.ts';

const READ_MS = 60_000;
const ITEMS_MAX = 1000;

/** Prints all plugins and themes of a site as one line of JSON. Plugins and the theme are not loaded. */
const READ_ALL = `
require_once ABSPATH . 'wp-admin/includes/plugin.php';
$plugins = array();
foreach (get_plugins() as $file => $data) {
  $slug = strpos($file, '/') === false ? basename($file, '.php') : dirname($file);
  $plugins[] = array('slug' => $slug, 'name' => $data['Name'], 'version' => $data['Version'], 'active' => is_plugin_active($file));
}
$themes = array();
foreach (wp_get_themes() as $slug => $theme) {
  $themes[] = array('slug' => (string) $slug, 'name' => (string) $theme->get('Name'), 'version' => (string) $theme->get('Version'), 'active' => get_option('stylesheet') === $slug);
}
echo "\\n", json_encode(array('plugin' => $plugins, 'theme' => $themes), JSON_INVALID_UTF8_SUBSTITUTE), "\\n";`;

/** What a site answers is hostile: bounded, and without characters that no database stores. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((value) =>
      value
        .replace(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, max),
    ),
  );
const Items = v.pipe(
  v.array(v.object({ slug: text(200), name: text(200), version: text(60), active: v.boolean() })),
  v.maxLength(ITEMS_MAX),
);
const Answer = v.object({ plugin: Items, theme: Items });
const unreadable = (detail: string): HostingError =>
  new HostingError(
    'COMMAND_FAILED',
    'We could not read the plugins and themes of this site. Check that WordPress works, then try again.',
    { retryable: true, detail },
  );

const bySlug = (items: InventoryItem[]): InventoryItem[] => [
  ...new Map(items.map((item) => [item.slug, item])).values(),
];

/**
 * Reads what is installed from the site itself. `dropKept` removes kept versions in the same process of PHP.
 * @throws HostingError
 */
export async function readInventory(
  hosting: Pick<HostingDriver, 'exec'>,
  siteId: string,
  { dropKept = false } = {},
): Promise<Inventory> {
  const code = (dropKept ? DROP_KEPT : '') + READ_ALL;
  const { stdout, stderr, ...ended } = await hosting.exec(siteId, ['eval', code, '--skip-plugins', '--skip-themes'], {
    timeoutMs: READ_MS,
  });
  if (ended.code !== 0) throw unreadable(`${ended.code}: ${stderr.slice(-1000)}`);
  // Must-use plugins and drop-ins run, and may print as well.
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  try {
    const { plugin, theme } = v.parse(Answer, JSON.parse(line));
    return { plugin: bySlug(plugin), theme: bySlug(theme) };
  } catch (error) {
    throw unreadable(String(error).slice(0, 500));
  }
}

type Deps = Pick<AppContext, 'hosting' | 'db' | 'log'>;
const running = createSharedWork<boolean>();

/**
 * Reads a site and stores the result, or why there is none; joins a running check. With `anew`, the result is newer
 * than the call. @returns whether it succeeded
 */
export const checkInventory = (deps: Deps, siteId: string, { anew = false, dropKept = false } = {}): Promise<boolean> =>
  anew ? check(deps, siteId, dropKept) : running(siteId, () => check(deps, siteId));

async function check({ hosting, db, log }: Deps, siteId: string, dropKept = false): Promise<boolean> {
  const begun = await beginCheck(db, siteId);
  if (!begun) return false;
  try {
    await storeInventory(db, siteId, await readInventory(hosting, siteId, { dropKept }), begun);
    return true;
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    log.info({ err: error, siteId }, 'the plugins and themes of a site could not be read');
    await storeFailure(db, siteId, error.message, begun);
    return false;
  }
}
