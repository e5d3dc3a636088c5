import type { RemoteManifest } from '@panel/contract/manifest';
import type { Build, ReleaseNeeds } from '@panel/contract/release';
import { checkManifest } from '@panel/contract/release-checks';
import type { Compilation } from 'webpack';
import { BuildError } from '../build-error.ts';
import { containerOf } from '../packages.ts';
import { byName, usedExports } from '../shared-exports.ts';
import { SHARED } from '../shared-modules.ts';
import { consumedModules } from './consumed-modules.ts';
import type { FederationManifest } from './federation-manifest.ts';

const REACT = /[\\/]react[\\/]index\.js$/;
const isOffered = (name: string): boolean => (SHARED as readonly string[]).includes(name);

/** Ids of the pages and parts that a manifest names. */
export const pageIdsOf = ({ routes, slots }: RemoteManifest): string[] => [
  ...new Set([...routes.map(({ page }) => page), ...slots.map(({ part }) => part)]),
];

/** Why this build cannot run in the panel, as sentences that say what to do. */
function faultsOf(
  manifest: RemoteManifest,
  { metaData: { globalName }, remotes, exposes }: FederationManifest,
  { outputOptions: { publicPath } }: Compilation,
): string[] {
  const container = containerOf(manifest.id);
  const exposed = exposes.map(({ path }) => path);
  return [
    ...(globalName === container
      ? []
      : [`ModuleFederationPlugin has the name ${globalName}. Set name: '${container}'.`]),
    ...(publicPath === 'auto' ? [] : [`output.publicPath is ${JSON.stringify(publicPath)}. Set 'auto'.`]),
    ...remotes.map(({ alias }) => `It loads the remote ${alias}. In the panel, remotes meet in slots and links only.`),
    ...pageIdsOf(manifest)
      .filter((page) => !exposed.includes(`./${page}`))
      .map((page) => `The manifest names "${page}", but ModuleFederationPlugin exposes no './${page}'.`),
    ...checkManifest(manifest, pageIdsOf(manifest)),
  ];
}

/**
 * What the remote takes from the shell: modules without a copy of its own, and singletons that the shell has.
 * @throws BuildError when it would bring a React of its own
 */
function needsOf(id: string, compilation: Compilation, contract: string): ReleaseNeeds {
  const consumed = consumedModules(compilation);
  const hasReact = [...compilation.modules].some((module) => REACT.test(module.nameForCondition() ?? ''));
  if (hasReact && !consumed.some(({ name, isSingleton }) => name === 'react' && isSingleton))
    throw new BuildError(
      `${id} contains a copy of React, and the page has one already. Share it: shared: { react: { singleton: true }, 'react-dom': { singleton: true } }`,
    );
  const needed = consumed.filter(
    ({ name, isSingleton, hasFallback }) => !hasFallback || (isSingleton && isOffered(name)),
  );
  const used = byName(id, usedExports(compilation));
  return {
    shared: Object.fromEntries(needed.map(({ name, range }) => [name, range])),
    // Rspack does not report the names; there, only versions are compared.
    exports: Object.fromEntries(needed.map(({ name }) => [name, used[name] ?? []])),
    contract,
  };
}

/**
 * The release of a remote that was built with a standard plugin.
 * @throws BuildError with everything that has to change
 */
export function describePlain(
  manifest: RemoteManifest,
  federation: FederationManifest,
  compilation: Compilation,
  contract: string,
): Omit<Build, 'version' | 'integrity' | 'maps'> {
  const { id } = manifest;
  const faults = faultsOf(manifest, federation, compilation);
  if (faults.length > 0) throw new BuildError([`${id} cannot run in the panel:`, ...faults].join('\n  - '));
  const { name: file, path } = federation.metaData.remoteEntry;
  const entry = `${path}${file}`;
  const filesOf = (page: string): string[] => {
    const { js, css } = federation.exposes.find((expose) => expose.path === `./${page}`)?.assets ?? {};
    return [...(js?.sync ?? []), ...(css?.sync ?? [])].filter((each) => each !== entry);
  };
  return {
    package: id,
    container: containerOf(id),
    entry,
    styles: [],
    preload: [],
    pages: Object.fromEntries(pageIdsOf(manifest).map((page) => [page, { files: filesOf(page), shared: [] }])),
    shared: {},
    needs: needsOf(id, compilation, contract),
    manifest,
  };
}
