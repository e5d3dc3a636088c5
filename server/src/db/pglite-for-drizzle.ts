import { types, type PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';

const NUMERIC_ARRAY = 1231;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ_ARRAY = 1185;
const INTERVAL_ARRAY = 1187;
const DATE_ARRAY = 1182;
/** What drizzle reads itself: its session asks PGlite for the text of these types with each query. */
export const READ_BY_DRIZZLE = [
  ...[types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE],
  ...[NUMERIC_ARRAY, TIMESTAMP_ARRAY, TIMESTAMPTZ_ARRAY, INTERVAL_ARRAY, DATE_ARRAY],
];
const AS_TEXT = Object.fromEntries(READ_BY_DRIZZLE.map((type) => [type, (text: string) => text]));

const asDate = (text: string): Date => new Date(text);
/** Parsers of a statement outside of drizzle: its times are dates, as they are on PostgreSQL. */
export const OUTSIDE_DRIZZLE = {
  parsers: { [types.TIMESTAMP]: asDate, [types.TIMESTAMPTZ]: asDate, [types.DATE]: asDate },
};

/** Gives an instance the parsers that `pgliteForDrizzle` leaves out of its queries. */
export function withParsersOfDrizzle(client: PGlite): PGlite {
  Object.assign(client.parsers, AS_TEXT);
  return client;
}

type Statements = Pick<PGlite | Transaction, 'query'>;

const withoutParsers = ({ parsers: _same, ...options }: QueryOptions): QueryOptions => options;

const queryOf =
  (client: Statements) =>
  (text: string, values?: unknown[], options: QueryOptions = {}) =>
    client.query(text, values, withoutParsers(options));

/**
 * The client for drizzle, on an instance with its parsers. For a query that brings some, PGlite copies its 400, which
 * takes more than half of the time of a small query; so these bring none.
 */
export function pgliteForDrizzle(client: PGlite): PGlite {
  const own = new Map<string | symbol, unknown>([
    ['query', queryOf(client)],
    [
      'transaction',
      <T>(work: (tx: Transaction) => Promise<T>) =>
        client.transaction((tx) => work(replaced(tx, new Map([['query', queryOf(tx)]])))),
    ],
  ]);
  return replaced(client, own);
}

/** The same object with other methods. Those that stay need the object itself, for its private fields. */
const replaced = <T extends object>(object: T, own: ReadonlyMap<string | symbol, unknown>): T =>
  new Proxy(object, {
    get(target, name) {
      if (own.has(name)) return own.get(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
