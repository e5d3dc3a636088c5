import { panelStore, registryAtom } from '@panel/core';
import type { Router } from '../boot/recovery-part.ts';
import { FRAME_ROUTE, pageRoute } from '../boot/routes.tsx';

/** Adds pages of a later registry to the router's table; existing ones stay unchanged. */
export function openRoutes(router: Router): void {
  const known = new Set(router.routes.flatMap(({ children = [] }) => children.map(({ path }) => path)));
  panelStore.sub(registryAtom, () => {
    const added = panelStore
      .get(registryAtom)
      .remotes.flatMap(({ manifest }) =>
        manifest.routes.filter(({ path }) => !known.has(path)).map((route) => ({ id: manifest.id, route })),
      );
    for (const { route } of added) known.add(route.path);
    if (added.length > 0)
      router.patchRoutes(
        FRAME_ROUTE,
        added.map(({ id, route }) => pageRoute(id, route)),
      );
  });
}
