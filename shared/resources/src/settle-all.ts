/**
 * Changes several objects. One that cannot be changed does not keep the others.
 * @throws Error that names each object that was not changed, and the reason
 */
export async function settleAll<T>(
  objects: readonly T[],
  nameOf: (object: T) => string,
  change: (object: T) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(objects.map(change));
  const failed = results.flatMap((result, at) =>
    result.status === 'rejected' ? [`${nameOf(objects[at] as T)}: ${(result.reason as Error).message}`] : [],
  );
  if (failed.length > 0) throw new Error(failed.join(' '));
}
