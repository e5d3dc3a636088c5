import { compareVersions, satisfies } from './version.ts';

export type Factory = () => unknown;
export type ShareConfig = { requiredVersion?: string | false; singleton?: boolean; strictVersion?: boolean };

/** One version of a shared package: its provider, its users, and how to load it. The names are the library's. */
export type Shared = {
  version: string;
  get: () => Factory | Promise<Factory>;
  from?: string;
  useIn?: string[];
  lib?: Factory;
  loaded?: boolean;
  loading?: Promise<Factory> | null;
};

/** Package → version → provider. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** Adds a container's modules; existing ones stay. */
export function addShared(scope: ShareScope, brought: Readonly<Record<string, readonly Shared[]>>, from: string): void {
  for (const [name, versions] of Object.entries(brought)) {
    for (const shared of versions) (scope[name] ??= {})[shared.version] ??= Object.assign(shared, { from });
  }
}

/** Shared package → what a container gets in place of its module. */
export type OwnForms = Readonly<Record<string, (module: object) => object>>;

/** One version of a shared package in a container's own form, which is made once. */
function inForm(shared: Shared, form: (module: object) => object): Shared {
  let made: object | undefined;
  const formed = (lib: Factory): Factory => {
    return () => (made ??= form(lib() as object));
  };
  const get = () => loadShared(shared).then(formed);
  return { ...shared, get, lib: shared.lib && formed(shared.lib), loading: null };
}

/** For one remote: it uses the modules of the scope, some in its own form, and what it adds is for itself. */
export const copyOf = (scope: ShareScope, forms: OwnForms = {}): ShareScope =>
  Object.fromEntries(
    Object.entries(scope).map(([name, versions]) => {
      const form = forms[name];
      const own = Object.entries(versions).map(([version, shared]) => [version, form ? inForm(shared, form) : shared]);
      return [name, Object.fromEntries(own)];
    }),
  );

/**
 * The version to use: for a singleton the one that already runs, otherwise the newest; for others the newest in
 * range.
 * @throws Error when a singleton with `strictVersion` has another version than requested
 */
export function chooseShared(
  scope: ShareScope,
  name: string,
  { requiredVersion, singleton, strictVersion }: ShareConfig,
): Shared | null {
  const versions = Object.values(scope[name] ?? {}).sort((a, b) => compareVersions(b.version, a.version));
  const fitting = versions.find(({ version }) => satisfies(version, requiredVersion));
  if (!singleton) return fitting ?? null;
  const only = versions.find(({ lib, loading }) => lib ?? loading) ?? fitting ?? versions[0];
  if (!only || satisfies(only.version, requiredVersion)) return only ?? null;
  const words = `${name} ${only.version} is on the page, ${String(requiredVersion)} is needed.`;
  if (strictVersion) throw new Error(words);
  console.warn(words);
  return only;
}

/**
 * The shared copy cannot be changed by who gets it: a remote that replaced React's `createElement` would break every other
 * page. What a module keeps inside its exports, such as React's current dispatcher, stays changeable.
 */
function keep(shared: Shared, lib: Factory): Factory {
  shared.loaded = true;
  return (shared.lib = () => {
    const module = lib();
    return typeof module === 'object' && module !== null ? Object.freeze(module) : module;
  });
}

/** The module of a version; requested once, and again only after a failure. */
export function loadShared(shared: Shared): Promise<Factory> {
  if (shared.lib) return Promise.resolve(shared.lib);
  shared.loading ??= Promise.resolve(shared.get()).then(
    (lib) => keep(shared, lib),
    (error: unknown) => {
      delete shared.loading;
      throw error;
    },
  );
  return shared.loading;
}

/**
 * The same synchronously, for modules in the first script.
 * @throws Error for others
 */
export function sharedNow(name: string, shared: Shared): Factory {
  if (shared.lib) return shared.lib;
  const given = shared.get();
  if (given instanceof Promise) throw new Error(`${name} is not in the first script.`);
  return keep(shared, given);
}
