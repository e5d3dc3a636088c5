type Named = readonly (readonly [part: string, name: string])[];

/** By what is in the text; the first counts, because browsers name their ancestors as well. */
const BROWSERS: Named = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
];
const SYSTEMS: Named = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

const first = (text: string, names: Named): string | null => names.find(([part]) => text.includes(part))?.[1] ?? null;

/** What a browser says of itself, for people. Whoever sends a request can claim anything. */
export const deviceOf = (userAgent: string | null): { browser: string | null; system: string | null } => ({
  browser: first(userAgent ?? '', BROWSERS),
  system: first(userAgent ?? '', SYSTEMS),
});
