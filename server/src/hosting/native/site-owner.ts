import { chmod, chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import { runCommand } from '../process/run-command.ts';
import { siteUid } from '../runtime/sandbox.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';

/**
 * The site's user owns the document root and the database, but can replace neither those folders nor the
 * configuration: the panel works beside them as root and must not follow a planted link.
 */
export async function giveToSite(mount: SiteMount): Promise<void> {
  const uid = siteUid(mount.siteId);
  const own = ['public', 'data'].map((name) => path.join(mount.live, name));
  const config = path.join(mount.live, 'wp-config.php');
  const env = { PATH: process.env['PATH'] ?? '' };
  const result = await runCommand({ file: 'chown', args: ['-Rh', `${uid}:${uid}`, '--', ...own, mount.tmp], env });
  if (result.code !== 0)
    throw new HostingError('COMMAND_FAILED', 'The files of the site could not be given to its user. Contact support.', {
      retryable: true,
      detail: result.stderr,
    });
  for (const folder of [...own, mount.tmp]) await chmod(folder, 0o700);
  await chown(config, 0, uid);
  await chmod(config, 0o640);
}

/** Gives a site to its user if needed: without a sandbox php-wasm creates sites as the panel's user. */
export async function takeOver(mount: SiteMount): Promise<void> {
  const { uid } = await stat(path.join(mount.live, 'data'));
  if (uid !== siteUid(mount.siteId)) await giveToSite(mount);
}
