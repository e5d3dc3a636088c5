type Triple = readonly [number, number, number];

const tripleOf = (text: string): Triple | null => {
  const match = /(?<!\d)(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(text);
  return match && [Number(match[1]), Number(match[2]), Number(match[3])];
};

/** Below 0, 0 or above 0, for sorting; ignores everything after the three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [tripleOf(a) ?? [0, 0, 0], tripleOf(b) ?? [0, 0, 0]];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/**
 * Whether the version is in the range. Supports what our builds write: `^1.2.3` and an exact version; other ranges
 * count as satisfied, because publishing checks them in full (ADR 0020).
 */
export function satisfies(version: string, range: string | false | undefined): boolean {
  const have = tripleOf(version);
  const want = range ? tripleOf(range) : null;
  if (!range || !have || !want || !/^\^?\d/.test(range)) return true;
  if (!range.startsWith('^')) return compareVersions(version, range) === 0;
  const fixed = want.findIndex((part) => part > 0);
  return want.every((part, index) => index > fixed || part === have[index]) && compareVersions(version, range) >= 0;
}
