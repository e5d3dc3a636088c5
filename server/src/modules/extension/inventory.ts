import { list } from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { hostedText } from '../../hosting/hosted-text.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { AppContext } from '../../context/app-context.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { runPhp } from '../site-tool/run-php.ts';
import { DROP_KEPT } from './wp-extension.ts';
import { beginCheck, storeFailure, storeInventory, type Inventory, type InventoryItem } from './installed.repo.ts';

const READ_MS = 60_000;
const ITEMS_MAX = 1000;
const NAME_MAX = 200;
const VERSION_MAX = 60;

/** Answers with all plugins and themes of a site. Plugins and the theme are not loaded. */
const READ_ALL = `
require_once ABSPATH . 'wp-admin/includes/plugin.php';
$item = function ($slug, $name, $version, $active) use ($plain) {
  return array('slug' => $plain($slug, ${NAME_MAX}), 'name' => $plain($name, ${NAME_MAX}), 'version' => $plain($version, ${VERSION_MAX}), 'active' => (bool) $active);
};
$plugins = array();
foreach (get_plugins() as $file => $data) {
  $slug = strpos($file, '/') === false ? basename($file, '.php') : dirname($file);
  $plugins[] = $item($slug, $data['Name'], $data['Version'], is_plugin_active($file));
}
$themes = array();
foreach (wp_get_themes() as $slug => $theme) {
  $themes[] = $item($slug, $theme->get('Name'), $theme->get('Version'), get_option('stylesheet') === $slug);
}
list($plugin, $other_plugins) = $shorten($plugins, ${ITEMS_MAX});
list($theme, $other_themes) = $shorten($themes, ${ITEMS_MAX});
$answer(array('plugin' => $plugin, 'theme' => $theme, 'others' => $other_plugins + $other_themes));`;

const Items = list(
  v.object({
    slug: hostedText(NAME_MAX),
    name: hostedText(NAME_MAX),
    version: hostedText(VERSION_MAX),
    active: v.boolean(),
  }),
  { max: ITEMS_MAX },
);
const Answer = v.object({ plugin: Items, theme: Items, others: v.pipe(v.number(), v.integer(), v.minValue(0)) });

const bySlug = (items: InventoryItem[]): InventoryItem[] => [
  ...new Map(items.map((item) => [item.slug, item])).values(),
];

/**
 * Reads what is installed from the site itself; `others` are too many for the list. `dropKept` removes kept versions in the same process of PHP.
 * @throws HostingError
 */
export async function readInventory(
  hosting: Pick<HostingDriver, 'exec'>,
  siteId: string,
  { dropKept = false } = {},
): Promise<Inventory & { others: number }> {
  const { plugin, theme, others } = await runPhp(hosting, siteId, {
    code: (dropKept ? DROP_KEPT : '') + READ_ALL,
    ...{ schema: Answer, failure: 'We could not read the plugins and themes of this site.', timeoutMs: READ_MS },
  });
  return { plugin: bySlug(plugin), theme: bySlug(theme), others };
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
    const { others, ...found } = await readInventory(hosting, siteId, { dropKept });
    await storeInventory(db, siteId, found, begun);
    if (others > 0)
      await storeFailure(
        db,
        siteId,
        `The list of this site ends with ${others.toLocaleString('en-US')} more that are not shown.`,
        begun,
      );
    return true;
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    log.info({ err: error, siteId }, 'the plugins and themes of a site could not be read');
    await storeFailure(db, siteId, error.message, begun);
    return false;
  }
}
