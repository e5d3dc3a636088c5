import routes from '@panel/contract/routes';

/** What the contract declares at a path such as `site`, `overview`: a call, a group of calls, or nothing. */
export const declaredAt = (path: readonly unknown[]): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof key === 'string' && typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? (node as Record<string, unknown>)[key]
        : undefined,
    routes,
  );
