/*
 * Replaces the remote's table of pages during development against a running panel. A page's file exports more than
 * components (prefetch), so its updates bubble up to here, and loaded pages are taken from the new code.
 */
import type { ComponentType } from 'react';
import { pages as own } from 'panel-hot-pages';
import { live, refresh } from './families.ts';

type Page = { Component: ComponentType; prefetch?: (context: unknown) => void };
declare const module: { hot: { accept: (request: string, then: () => Promise<void>) => void } };

const loaded = new Map<string, Page>();

async function load(id: string): Promise<Page> {
  const page = await own[id]?.();
  if (!page) throw new Error(`The table of pages has no ${id}.`);
  loaded.set(id, page);
  return page;
}

export const pages = Object.fromEntries(
  Object.keys(own).map((id) => [
    id,
    async () => ({
      Component: live((await load(id)).Component),
      prefetch: (context: unknown) => loaded.get(id)?.prefetch?.(context),
    }),
  ]),
);

module.hot.accept('panel-hot-pages', async () => {
  await Promise.all([...loaded.keys()].filter((id) => Object.hasOwn(own, id)).map(load));
  refresh();
});
