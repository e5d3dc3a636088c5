export { BuildError } from './build-error.ts';
export { buildPackage } from './build-package.ts';
export { checkManifest, checkTogether } from './check-manifest.ts';
export { packageIn, readDeclaration } from './declaration.ts';
export { isFresh } from './fresh.ts';
export {
  CACHE,
  distOf,
  folderOf,
  isPackage,
  packageOf,
  PACKAGES,
  REMOTES,
  ROOT,
  SHELL,
  type Package,
  type PackageId,
  type RemoteId,
} from './packages.ts';
export { baseConfig, configFor, HOT_ENTRY } from './webpack-config.ts';
export { buildMonolith, MONOLITH } from './monolith.ts';
export { openHotRemote } from './hot-remote.ts';
export { AgainstError, panelAddress, serveAgainst } from './against.ts';
