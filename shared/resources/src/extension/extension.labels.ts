import type { ExtensionAction, ExtensionKind } from '@panel/core';

/** The pages of plugins or themes (spec §2). */
export const extensionPaths = (kind: ExtensionKind) =>
  ({
    library: `/${kind}s`,
    installed: `/${kind}s/installed-${kind}s`,
    select: (id: string) => `/${kind}s/apply-select?id=${encodeURIComponent(id)}`,
    confirm: (id: string) => `/${kind}s/apply-confirm?id=${encodeURIComponent(id)}`,
    done: (run: string) => `/${kind}s/apply-done?run=${encodeURIComponent(run)}`,
  }) as const;

/** What each action is called on its button, while it runs, and afterwards. */
export const ACTION_LABELS: Readonly<Record<ExtensionAction, { verb: string; doing: string; done: string }>> = {
  install: { verb: 'Install', doing: 'Installing', done: 'Installed' },
  activate: { verb: 'Activate', doing: 'Activating', done: 'Activated' },
  deactivate: { verb: 'Deactivate', doing: 'Deactivating', done: 'Deactivated' },
  update: { verb: 'Update', doing: 'Updating', done: 'Updated' },
  delete: { verb: 'Delete', doing: 'Deleting', done: 'Deleted' },
};
