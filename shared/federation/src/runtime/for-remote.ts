/*
 * What the generated code of a remote finds on the page as `panelFederation`, instead of a copy of its own: the
 * library's functions for generated code, and our runtime (ADR 0021).
 */
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import type { ModuleFederation, Options } from './core/federation.ts';

type Required = { federation: { initOptions: Options; runtime: { init: (options: Options) => ModuleFederation } } };

const bundlerRuntime = {
  S: {},
  I: initializeSharing,
  consumes,
  installInitialConsumes,
  initContainerEntry,
  init: ({ webpackRequire: { federation } }: { webpackRequire: Required }): ModuleFederation =>
    federation.runtime.init(federation.initOptions),
};

/** The interface that generated code expects; it fills `instance` and `initOptions`, once for each container. */
export const federationOf = (own: object) => ({
  runtime: own,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime,
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
});

/** Lets remotes find it. `init` starts a container: every version of a remote is one of its own. */
export const offerToRemotes = (init: (options: Options) => ModuleFederation): unknown =>
  Object.defineProperty(globalThis, 'panelFederation', { value: () => federationOf({ init }) });
