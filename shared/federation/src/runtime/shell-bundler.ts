/*
 * Replaces the bundler's half of the federation runtime in the shell. The library's own functions serve the generated
 * code of shell and remotes; remotes find them on the page instead of bundling a copy each (ADR 0021).
 */
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import { ModuleFederation, type Options } from './core/federation.ts';
import * as runtime from './shell-runtime.ts';

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
const federationOf = (own: object) => ({
  runtime: own,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime,
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
});

/** Every version of a remote is a container of its own. */
const forRemote = () => federationOf({ init: (options: Options) => new ModuleFederation(options) });

Object.defineProperty(globalThis, 'panelFederation', { value: forRemote });

export default federationOf(runtime);
