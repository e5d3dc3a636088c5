import { loadEntry, type Container, type Remote } from './load-entry.ts';
import {
  addShared,
  chooseShared,
  copyOf,
  loadShared,
  sharedNow,
  type Factory,
  type ShareConfig,
  type Shared,
  type ShareScope,
} from './share-scope.ts';

/** Options of webpack's runtime when it requests a shared module. */
type Wanted = { customShareInfo?: { scope?: readonly string[]; shareConfig?: ShareConfig } };
export type Options = { name: string; shared?: Readonly<Record<string, readonly Shared[]>>; [other: string]: unknown };

const SCOPE = 'default';

/**
 * One container on the page - the shell, or a version of a remote - as the federation plugin's generated code expects
 * it: the share scope, and, for the shell, the remotes and their containers.
 */
export class ModuleFederation {
  readonly name: string;
  options: Options;
  readonly shareScopeMap: Record<string, ShareScope> = {};
  readonly #remotes = new Map<string, Remote>();
  readonly #containers = new Map<string, Promise<Container>>();

  constructor(options: Options) {
    this.name = options.name;
    this.options = { shared: {}, ...options };
    this.initializeSharing(SCOPE);
  }

  /** A host starts a container with further options. */
  initOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options, name: this.name };
  }

  /** Webpack's list of shared modules in later chunks. */
  registerShared(shared: Readonly<Record<string, readonly Shared[]>>): void {
    addShared(this.#scope(SCOPE), shared, this.name);
  }

  initializeSharing(scopeName: string): Promise<unknown>[] {
    addShared(this.#scope(scopeName), this.options.shared ?? {}, this.name);
    return [];
  }

  /** A container adopts the share scope of its host. */
  initShareScopeMap(scopeName: string, scope: ShareScope): void {
    this.shareScopeMap[scopeName] = scope;
  }

  /** The factory of a shared module, or false when nothing provides it. */
  async loadShare(name: string, wanted: Wanted): Promise<Factory | false> {
    const shared = this.#choose(name, wanted);
    return shared ? loadShared(shared) : false;
  }

  loadShareSync(name: string, wanted: Wanted): Factory {
    const shared = this.#choose(name, wanted);
    if (!shared) throw new Error(`Nothing provides ${name}.`);
    return sharedNow(name, shared);
  }

  /** Registers the addresses of remotes. With `force`, loaded state is discarded; without, a known remote stays. */
  registerRemotes(remotes: readonly Remote[], { force = false } = {}): void {
    for (const remote of remotes) {
      if (!force && this.#remotes.has(remote.name)) continue;
      this.#remotes.set(remote.name, remote);
      this.#containers.delete(remote.name);
    }
  }

  /** Loads `container/expose`. Rejects with the error; the next call tries again. */
  async loadRemote<T>(id: string): Promise<T> {
    const [name = '', expose = ''] = id.split('/');
    const container = await this.#container(name);
    return (await container.get(`./${expose}`))() as T;
  }

  #choose(
    name: string,
    { customShareInfo: { scope: [scopeName = SCOPE] = [], shareConfig = {} } = {} }: Wanted,
  ): Shared | null {
    const shared = chooseShared(this.#scope(scopeName), name, shareConfig);
    // For developer tools.
    if (shared && !(shared.useIn ??= []).includes(this.name)) shared.useIn.push(this.name);
    return shared;
  }

  #scope(name: string): ShareScope {
    return (this.shareScopeMap[name] ??= {});
  }

  #container(name: string): Promise<Container> {
    const known = this.#containers.get(name);
    if (known) return known;
    const remote = this.#remotes.get(name);
    if (!remote) return Promise.reject(new Error(`${name} is not registered.`));
    const starting = loadEntry(remote).then(async (container) => {
      await container.init(copyOf(this.#scope(SCOPE), remote.forms), []);
      return container;
    });
    this.#containers.set(name, starting);
    starting.catch(() => this.#containers.get(name) === starting && this.#containers.delete(name));
    return starting;
  }
}
