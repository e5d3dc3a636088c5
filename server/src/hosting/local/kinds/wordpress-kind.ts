import { HostingError } from '../../hosting-error.ts';
import { nearestPhp, versionsOf } from '../../runtime/php-versions.ts';
import { hasDatabase } from '../server-database.ts';
import { cloneWordPress, renameWordPress, wordpressSteps } from '../wordpress-site.ts';
import { copyIntoWordPress } from './copy-into-wordpress.ts';
import type { LocalKind } from './kind.ts';
import { packWordPress } from './pack-wordpress.ts';
import { verifyWordPress } from './verify-wordpress.ts';

/** A WordPress: PHP in a sandbox, with a database. */
export const wordpressKind: LocalKind = {
  name: 'wordpress',
  ports: ['snapshots', 'copies', 'fileAccess', 'runtimes', 'logs', 'wordpress'],
  steps: wordpressSteps,
  serve: ({ php }, { mount }, options) => php.serve(mount, options),
  async ready(folder) {
    if (await hasDatabase(folder)) return;
    throw new HostingError(
      'START_FAILED',
      'The database of this WordPress is missing. Restore a backup, unless the site is still being created.',
      { retryable: true },
    );
  },
  verify: verifyWordPress,
  async publicFiles(folder, { cores }) {
    const shared = await cores.version(folder);
    const core = shared === null ? null : await cores.get(shared).catch(() => null);
    return { root: folder.publicDir, mode: 'assets', core };
  },
  async info({ folder, record, tools: { agent, cores, runtime } }) {
    const shared = await cores.version(folder);
    const own = shared === null ? await agent.ask(folder.mount, 'version', {}) : null;
    const php = nearestPhp(versionsOf(runtime.php), record.php);
    return { wpVersion: shared ?? (own?.ok ? own.value : null), phpVersion: php?.version ?? null };
  },
  rename: ({ tools, folder }, url, p) => renameWordPress(tools, folder, url, p),
  pack: packWordPress,
  clone: cloneWordPress,
  copyInto: copyIntoWordPress,
  scheduledJobs: '/wp-cron.php?doing_wp_cron',
};
