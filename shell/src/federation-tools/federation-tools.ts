import { panelStore, registryAtom, type Registry } from '@panel/core';

/** The share scopes of the page; the name is webpack's. */
declare const __webpack_share_scopes__: object;

/** The part of the standard global that the developer tools of Module Federation read. */
type Tools = { __SHARE__: Record<string, object>; moduleInfo: Record<string, object> };
type Page = { __FEDERATION__?: Partial<Tools>; __VMOK__?: Partial<Tools> };

/** What every entry of `moduleInfo` has. */
const NOTHING = { consumerList: [], modules: [], remotesInfo: {}, shared: [] };

/** The shell and the remotes of the registry, in the form of the library's snapshots. */
function modulesOf({ shell = '', remotes }: Registry): Tools['moduleInfo'] {
  const listed = remotes.map(({ container, version, base, entry, pages }) => {
    const address = new URL(entry, window.location.href).href;
    const info = {
      ...NOTHING,
      version,
      globalName: container,
      publicPath: base,
      remoteEntry: address,
      consumerList: ['shell'],
      modules: Object.entries(pages).map(([page, files]) => ({ moduleName: page, modulePath: page, files })),
    };
    return { container, address, info };
  });
  const remotesInfo = Object.fromEntries(
    listed.map(({ container, address }) => [container, { matchedVersion: address }]),
  );
  return {
    shell: { ...NOTHING, version: shell, globalName: 'shell', publicPath: 'auto', remotesInfo },
    ...Object.fromEntries(listed.map(({ container, address, info }) => [`${container}:${address}`, info])),
  };
}

/**
 * Lets the developer tools of Module Federation see the page: its remotes, its shared modules, and their versions. The
 * runtime of a remote with a standard build may have created the global already.
 */
export function showFederation(): void {
  const page = globalThis as Page;
  const tools = (page.__FEDERATION__ ??= {});
  page.__VMOK__ ??= tools;
  tools.__SHARE__ = { ...tools.__SHARE__, shell: __webpack_share_scopes__ };
  const list = (): void => {
    tools.moduleInfo = { ...tools.moduleInfo, ...modulesOf(panelStore.get(registryAtom)) };
  };
  list();
  panelStore.sub(registryAtom, list);
}
