import {
  defaultShouldDehydrateQuery,
  hashKey,
  QueryCache,
  QueryClient,
  type Query,
  type QueryFilters,
  type QueryKey,
  type QueryObserverOptions,
  type QueryOptions,
  type QueryState,
  type ResetOptions,
  type CancelOptions,
  type SetDataOptions,
  type Updater,
} from '@tanstack/react-query';
import { isContractFunction, isContractKey } from './contract-query.ts';
import { queryClient } from './query-client.ts';
import { isSameShape } from './same-shape.ts';

type Keyed<Options> = Options & { queryKey: QueryKey };
/** The part of a query's options that decides which cache it is in. */
type Asked = { queryKey: QueryKey; queryFn?: unknown; queryHash?: string | undefined };

/** The queries of one remote: its own ones in a cache of their own, those of the contract in the cache of the page. */
class RemoteCache extends QueryCache {
  readonly #own = new QueryCache();
  readonly #page = queryClient.getQueryCache();

  constructor() {
    super();
    this.#own.subscribe((event) => this.notify(event));
  }

  owns(query: Query): boolean {
    return this.#own.get(query.queryHash) === query;
  }

  /** A query with the contract's key and another function is the remote's own: others expect the contract's data. */
  isShared({ queryKey, queryFn, queryHash = hashKey(queryKey) }: Asked): boolean {
    return isContractKey(queryKey) && (queryFn ? isContractFunction(queryFn) : this.#own.get(queryHash) === undefined);
  }

  /** A `state` that the remote has kept, e.g. in the browser's storage, is not the server's answer. */
  override build<Data, Failure, Selected, Key extends QueryKey>(
    client: QueryClient,
    options: Keyed<QueryOptions<Data, Failure, Selected, Key>> & { queryKey: Key },
    state?: QueryState<Selected, Failure>,
  ): Query<Data, Failure, Selected, Key> {
    const asked: Asked = options;
    return this.isShared(asked) ? this.#page.build(queryClient, options) : this.#own.build(client, options, state);
  }

  override get<Data, Failure, Selected, Key extends QueryKey>(
    queryHash: string,
  ): Query<Data, Failure, Selected, Key> | undefined {
    return (
      this.#own.get<Data, Failure, Selected, Key>(queryHash) ?? this.#page.get<Data, Failure, Selected, Key>(queryHash)
    );
  }

  override getAll(): Query[] {
    return [...this.#own.getAll(), ...this.#page.getAll()];
  }

  /** `query` may belong to either; the other one ignores it. */
  override remove(query: Query): void {
    this.#own.remove(query);
    this.#page.remove(query);
  }

  override clear(): void {
    this.#own.clear();
  }

  override subscribe(listener: Parameters<QueryCache['subscribe']>[0]): () => void {
    const ends = [super.subscribe(listener), this.#page.subscribe(listener)];
    return () => {
      for (const end of ends) end();
    };
  }
}

/** `setQueryData` and `defaultQueryOptions` without the types of their callers. */
type Write = (queryKey: QueryKey, updater: Updater<unknown, unknown>, options?: SetDataOptions) => unknown;
type Complete = (options: Keyed<QueryObserverOptions>) => Keyed<QueryObserverOptions>;

/** Reads, refreshes and invalidates everything; discards and overwrites only what it owns or names. */
class RemoteClient extends QueryClient {
  readonly #cache: RemoteCache;

  constructor(cache = new RemoteCache()) {
    super({
      queryCache: cache,
      defaultOptions: {
        ...queryClient.getDefaultOptions(),
        dehydrate: { shouldDehydrateQuery: (query) => cache.owns(query) && defaultShouldDehydrateQuery(query) },
      },
    });
    this.#cache = cache;
    const write: Write = super.setQueryData.bind(this);
    this.setQueryData = ((...given: Parameters<Write>) => this.#write(write, ...given)) as QueryClient['setQueryData'];
    const complete: Complete = super.defaultQueryOptions.bind(this);
    this.defaultQueryOptions = ((options) =>
      this.#withoutOtherData(complete(options))) as Complete as QueryClient['defaultQueryOptions'];
  }

  /** Data from elsewhere are not the server's answer: initial data are shown to the remote until that arrives. */
  #withoutOtherData(options: Keyed<QueryObserverOptions>): Keyed<QueryObserverOptions> {
    if (!this.#cache.isShared(options)) return options;
    const { initialData, initialDataUpdatedAt: _updatedAt, persister: _persister, ...others } = options;
    const placeholderData = others.placeholderData ?? initialData;
    return placeholderData === undefined ? others : { ...others, placeholderData };
  }

  /** Filters without a key of the contract match the remote's own queries. */
  #limited(filters: QueryFilters = {}): QueryFilters {
    if (isContractKey(filters.queryKey ?? [])) return filters;
    const { predicate } = filters;
    return { ...filters, predicate: (query: Query) => this.#cache.owns(query) && (predicate?.(query) ?? true) };
  }

  override removeQueries(filters?: QueryFilters): void {
    super.removeQueries(this.#limited(filters));
  }

  override resetQueries(filters?: QueryFilters, options?: ResetOptions): Promise<void> {
    return super.resetQueries(this.#limited(filters), options);
  }

  override cancelQueries(filters?: QueryFilters, options?: CancelOptions): Promise<void> {
    return super.cancelQueries(this.#limited(filters), options);
  }

  /** Data of the contract keep the shape of the server's answer; what does not is requested again instead. */
  #write(write: Write, ...[queryKey, updater, options]: Parameters<Write>): unknown {
    const query = this.#cache.get<unknown, Error, unknown, QueryKey>(hashKey(queryKey));
    if (!isContractKey(queryKey) || (query && this.#cache.owns(query))) return write(queryKey, updater, options);
    let isRefused = false;
    const after = write(
      queryKey,
      (before: unknown) => {
        const data = typeof updater === 'function' ? (updater as (before: unknown) => unknown)(before) : updater;
        isRefused = data !== undefined && (before === undefined || !isSameShape(before, data));
        return isRefused ? undefined : data;
      },
      options,
    );
    if (isRefused) void this.invalidateQueries({ queryKey, exact: true });
    return after;
  }

  override setQueriesData<Data>(
    filters: QueryFilters,
    updater: Updater<Data | undefined, Data | undefined>,
    options?: SetDataOptions,
  ): [QueryKey, Data | undefined][] {
    return super.setQueriesData(this.#limited(filters), updater as never, options);
  }
}

const clients = new Map<string, QueryClient>();

/**
 * The query client of one release of a remote (`mf-sites@1f0c…`). What others read under a key of the contract is the
 * same for all; what it keeps under any other key is its own, and that of no earlier release, whose code may expect
 * another form (ADR 0042).
 */
export function remoteClient(release: string): QueryClient {
  const known = clients.get(release) ?? new RemoteClient();
  clients.set(release, known);
  return known;
}
