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
  '@tanstack/react-query',
  '@panel/core',
  '@panel/core/router',
  '@panel/ui',
  '@panel/ui/data',
  '@panel/ui/form',
  '@panel/ui/rich',
] as const;

/** Heavy parts that load with the first page that needs them; everything else is in the shell's first script. */
export const LAZY_SHARED: readonly string[] = ['@panel/ui/data', '@panel/ui/form', '@panel/ui/rich'];

type SharedConfig = {
  singleton: true;
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
  return Object.fromEntries(
    names
      .filter((name) => of.id === SHELL || isInstalled(of, name))
      .map((name): [string, SharedConfig] => {
        const version = installedVersion(of, name);
        // Two cores on one page would mean two sessions and two caches, so fail instead.
        const strictVersion = name.startsWith('@panel/core');
        const common = { singleton: true, requiredVersion: rangeOf(version), strictVersion } as const;
        if (of.id !== SHELL) return [name, { ...common, import: false }];
        return [
          name,
          {
            ...common,
            version,
            eager: !LAZY_SHARED.includes(name),
          },
        ];
      }),
  );
}
