import type { Declared } from '@panel/contract/access';
import type { Override, Registry, RegistryRemote, RemoteManifest } from '@panel/contract/manifest';

/** Remote id → address of a developer's entry, which replaces the released one. */
export type Overrides = Readonly<Record<string, string>>;

/** The version of a remote that comes from a development server. */
const LOCAL = 'local';

const locally = (remote: RegistryRemote, entry: string): RegistryRemote => ({
  ...remote,
  version: LOCAL,
  base: new URL('.', entry).pathname,
  integrity: {},
  files: undefined,
  refused: undefined,
  entry,
  preload: [],
  pages: {},
});

/** The registry with the entries of development servers. Manifests stay those of the releases. */
export function withOverrides(registry: Registry, overrides: Overrides): Registry {
  const entryOf = ({ manifest: { id } }: RegistryRemote) => (Object.hasOwn(overrides, id) ? overrides[id] : undefined);
  if (!registry.remotes.some(entryOf)) return registry;
  const remotes = registry.remotes.map((remote) => {
    const entry = entryOf(remote);
    return entry ? locally(remote, entry) : remote;
  });
  return { ...registry, buildId: `${registry.buildId}+${LOCAL}`, remotes };
}

/** A manifest whose customer pages are open to staff too: developers must see what they work on. */
function openedToStaff(manifest: RemoteManifest): RemoteManifest {
  const opened = <T extends { audience?: RemoteManifest['routes'][number]['audience'] }>(one: T): T =>
    one.audience === 'customer' ? { ...one, audience: 'signed-in' } : one;
  return {
    ...manifest,
    routes: manifest.routes.map(opened),
    menu: manifest.menu.map(opened),
    slots: manifest.slots.map(opened),
  };
}

/** A remote of a visitor's registry, or of a customer's in their place. */
export const remoteFor = (registry: Registry, forCustomer: () => Registry, id: string): RegistryRemote | undefined =>
  [registry, forCustomer()].flatMap(({ remotes }) => remotes).find(({ manifest }) => manifest.id === id);

/**
 * The registry of one staff user's session with its override, which the page announces. Their own role still decides
 * on calls. A remote that the partner does not have is not added.
 */
export function withOverride(
  registry: Registry,
  override: Override | undefined,
  forCustomer: () => Registry,
): Registry {
  const found = override && remoteFor(registry, forCustomer, override.remote);
  if (!override || !found) return registry;
  const remote = { ...found, manifest: openedToStaff(found.manifest) };
  const isSame = ({ manifest }: RegistryRemote) => manifest.id === override.remote;
  const remotes = registry.remotes.some(isSame)
    ? registry.remotes.map((each) => (isSame(each) ? remote : each))
    : [...registry.remotes, remote];
  return { ...withOverrides({ ...registry, remotes }, { [override.remote]: override.entry }), override };
}

/** The manifests of a visitor's registry, with the overridden remote's own pages. */
export function declaredWith(declared: readonly Declared[], { override, remotes }: Registry): readonly Declared[] {
  const own = override && remotes.find(({ manifest }) => manifest.id === override.remote)?.manifest;
  return own ? declared.map((each) => (each.id === own.id ? own : each)) : declared;
}

/** Where a page's scripts may connect besides the panel: the development servers, for new code and update messages. */
export function originsOf(overrides: Overrides): string[] {
  return Object.values(overrides).flatMap((entry) => {
    const { host, origin, protocol } = new URL(entry);
    return [origin, `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`];
  });
}
