import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { coreOf, type PageModule, type RemotePages } from '@panel/core';
import type { Remote } from './remote.ts';

type StorageUtils = { atomWithStorage: (key: string, ...given: unknown[]) => unknown };

const nameOf = ({ manifest: { id }, version }: Remote) => ({ id, version });

/** The same module with some exports replaced; the others stay live. */
const replaced = (module: object, own: object): object =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(module), ...Object.getOwnPropertyDescriptors(own) },
  ) as object;

/** The shared modules that keep something under a name, as one release of a remote gets them (ADR 0042). */
export const ownForms = (remote: Remote): Record<string, (module: object) => object> => ({
  '@panel/core': (core) => replaced(core, coreOf(nameOf(remote))),
  'jotai/utils': (utils) =>
    replaced(utils, {
      atomWithStorage: (key: string, ...given: unknown[]) =>
        (utils as StorageUtils).atomWithStorage(`${remote.manifest.id}.${key}`, ...given),
    }),
});

/** A remote's pages and parts, whose hooks use its own query client wherever they are shown. */
export function withOwnClient(remote: Remote, pages: RemotePages): RemotePages {
  const { queryClient } = coreOf(nameOf(remote));
  const wrapped = (module: PageModule): PageModule => {
    const Inside = module.Component as ComponentType<object>;
    const Component = (given: object) => (
      <QueryClientProvider client={queryClient}>
        <Inside {...given} />
      </QueryClientProvider>
    );
    return { ...module, Component };
  };
  return Object.fromEntries(Object.entries(pages).map(([id, load]) => [id, async () => wrapped(await load())]));
}
