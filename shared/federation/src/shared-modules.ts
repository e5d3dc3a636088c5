import { installedVersion, isInstalled, SHELL, type Package } from './packages.ts';

/**
 * What shell and remotes share: exactly one copy on the page, owned by the shell. A remote brings none of it
 * (`import: false`), so something new in here means a release of the shell first.
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

/** Heavy parts that load when the first page needs them; everything else is in the shell's first script. */
export const LAZY_SHARED: readonly string[] = ['@panel/ui/data', '@panel/ui/form', '@panel/ui/rich'];

type SharedConfig = {
  singleton: true;
  eager?: boolean;
  import?: false;
  version?: string;
  requiredVersion: string;
  strictVersion: boolean;
};

/** The same major version, at least the one that is installed. */
const rangeOf = (version: string): string => `^${version}`;

/**
 * The share configuration of a package. The ranges are written down, because `workspace:*` says nothing. A remote may
 * do without some of it; the shell gives all.
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
        // Two cores on one page would be two sessions and two caches: rather no page than that.
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
