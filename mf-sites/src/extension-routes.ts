import type { ExtensionKind } from '@panel/contract';
import { firstPage } from '@panel/contract/reads';
import {
  DIRECTORY_LIST,
  directoryRead,
  EXTENSION_LIST,
  installedRead,
  libraryRead,
} from '@panel/resources/extension/reads';

const inManager = { audience: 'customer', section: 'sites', layout: 'site-menu' } as const;

/** Plugins and themes have the same pages (spec §7). */
export const extensionRoutes = (kind: ExtensionKind, title: string) =>
  [
    {
      path: `/${kind}s`,
      page: `${kind}-library`,
      title,
      skeleton: 'list',
      reads: [libraryRead(kind, firstPage(EXTENSION_LIST))],
      ...inManager,
    },
    {
      path: `/${kind}s/installed-${kind}s`,
      page: `installed-${kind}s`,
      title: `Installed ${kind}s`,
      parent: `/${kind}s`,
      skeleton: 'list',
      reads: [installedRead(kind, firstPage(EXTENSION_LIST))],
      ...inManager,
    },
    {
      path: `/${kind}s/directory`,
      page: `${kind}-directory`,
      title: kind === 'plugin' ? 'Directory of plugins' : 'Directory of themes',
      parent: `/${kind}s`,
      skeleton: 'list',
      reads: [directoryRead(kind, firstPage(DIRECTORY_LIST))],
      ...inManager,
    },
    ...(['select', 'confirm', 'done'] as const).map((step) => ({
      path: `/${kind}s/apply-${step}`,
      page: `apply-${step}`,
      // Each step shows whatever is changed: an installation, an update, a deletion.
      title: `${title} on your sites`,
      parent: `/${kind}s`,
      skeleton: 'wizard' as const,
      unlisted: true,
      ...inManager,
    })),
  ] as const;
