import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { forgetDirectoryItems, itemsToCheck } from './directory-item.repo.ts';
import { checkVersions } from './directory-versions.ts';

/** One run asks for so many; the longest ago come first, so that each has its turn. */
const AT_ONCE = 200;
/** A run every six hours asks once for each. */
const OLD_MS = 5 * 3_600_000;

/** Looks for newer versions of what libraries have from the directory; without one there is nothing to do. */
export const directoryVersionKinds: TaskKinds = {
  'panel.directory': defineKind({
    label: 'Looking for newer plugins and themes',
    resource: 'panel',
    stale: [],
    steps: [
      {
        name: 'look',
        title: 'Asking the directory',
        cancel: 'now',
        leaves: 'The versions that were found stay known.',
        async run({ app, note, signal }) {
          if (!app.directory) return note('No directory is configured (WORDPRESS_DIRECTORY_URL).');
          await forgetDirectoryItems(app.db);
          const before = new Date(app.clock.now().getTime() - OLD_MS);
          const items = await itemsToCheck(app.db, { before, limit: AT_ONCE });
          const done = await checkVersions(app, items, signal);
          note(`${done} of ${items.length} plugins and themes`);
        },
        // Asking again is the same.
        check: async () => true,
      },
    ],
  }),
};
