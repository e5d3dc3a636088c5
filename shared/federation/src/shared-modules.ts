import { installedVersion, isInstalled, SHELL, type Package } from './packages.ts';

/**
 * What shell and remotes share: exactly one copy on the page, owned by the shell. Remotes contain none of it
 * (`import: false`), so a new entry needs a release of the shell first.
 */
export const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'jotai',
  'jotai/utils',
  '@tanstack/react-query',
  '@panel/core',
  '@panel/core/router',
  '@panel/ui',
  '@panel/ui/data',
  '@panel/ui/form',
  '@panel/ui/rich',
] as const;

/** Heavy parts that load with the first page that needs them; everything else is in the shell's first script. */
export const LAZY_SHARED: readonly string[] = ['jotai/utils', '@panel/ui/data', '@panel/ui/form', '@panel/ui/rich'];

/**
 * Imports in a remote and its libraries that resolve to a shared module: a second router would not know the page's
 * address, and a second jotai would have a separate store.
 */
const RESOLVES_TO: Record<string, (typeof SHARED)[number]> = {
  'react-router': '@panel/core/router',
  'react-router-dom': '@panel/core/router',
  'jotai/react': 'jotai',
  'jotai/vanilla': 'jotai',
  'jotai/react/utils': 'jotai/utils',
  'jotai/vanilla/utils': 'jotai/utils',
};

type SharedConfig = {
  singleton: true;
  shareKey?: string;
  eager?: boolean;
  import?: false;
  version?: string;
  requiredVersion: string;
  strictVersion: boolean;
};

/** The same major version, at least the installed one. */
const rangeOf = (version: string): string => `^${version}`;

/**
 * The share configuration of a package. The ranges are explicit, because `workspace:*` contains no version. A remote
 * may omit some; the shell offers all.
 */
export function sharedFor(
  of: Package,
  mode: 'production' | 'development' = 'production',
): Record<string, SharedConfig> {
  const names = [...SHARED, ...(mode === 'development' ? ['react/jsx-dev-runtime'] : [])];
  const shared = Object.fromEntries(
    names
      .filter((name) => of.id === SHELL || isInstalled(of, name))
      .map((name): [string, SharedConfig] => [name, configOf(of, name)]),
  );
  if (of.id === SHELL) return shared;
  const aliases = Object.entries(RESOLVES_TO).flatMap(([request, name]): [string, SharedConfig][] =>
    shared[name] ? [[request, { ...shared[name], shareKey: name }]] : [],
  );
  return { ...shared, ...Object.fromEntries(aliases) };
}

function configOf(of: Package, name: string): SharedConfig {
  const version = installedVersion(of, name);
  // Two cores on one page would mean two sessions and two caches, so fail instead.
  const strictVersion = name.startsWith('@panel/core');
  const common = { singleton: true, version, requiredVersion: rangeOf(version), strictVersion } as const;
  if (of.id !== SHELL) return { ...common, import: false };
  return { ...common, eager: !LAZY_SHARED.includes(name) };
}
