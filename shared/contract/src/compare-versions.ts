/** Words of versions before a release, as PHP's `version_compare` orders them. */
const BEFORE = ['dev', 'alpha', 'a', 'beta', 'b', 'rc', 'c'];

const partsOf = (version: string): string[] =>
  version
    .toLowerCase()
    .replace(/[-_+~]/g, '.')
    .replace(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, '.')
    .split('.')
    .filter(Boolean);

/** Patch levels are newer than every number. */
const AFTER = ['p', 'pl'];

/** Larger is newer: a missing part is newer than a word such as beta, and older than a number. */
const rankOf = (part: string | undefined): number => {
  if (part === undefined) return BEFORE.length;
  if (/^\d+$/.test(part)) return BEFORE.length + 1 + Number(part);
  if (AFTER.includes(part)) return Number.MAX_VALUE;
  const word = BEFORE.indexOf(part);
  return word === -1 ? -1 : word;
};

/** Orders versions as WordPress does: negative when `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = rankOf(left[at]) - rankOf(right[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** The newest of some versions, or undefined. */
export const newestOf = <T extends { version: string }>(versions: readonly T[]): T | undefined =>
  versions.reduce<T | undefined>(
    (newest, one) => (newest === undefined || compareVersions(one.version, newest.version) > 0 ? one : newest),
    undefined,
  );
