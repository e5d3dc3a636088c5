/** The names of a pool are of two groups of 100, `ns-a-00` to `ns-b-99`; a pair is one of each. */
const GROUPS = ['a', 'b'] as const;
const EACH = 100;

/** How many pairs there are. */
export const PAIRS = EACH ** GROUPS.length;

const labelOf = (group: (typeof GROUPS)[number], number: number): string =>
  `ns-${group}-${String(number).padStart(2, '0')}`;

/** The pair with a number below PAIRS, lower case and sorted. */
export const pairAt = (index: number, domain: string): [string, string] => [
  `${labelOf('a', Math.floor(index / EACH) % EACH)}.${domain}`,
  `${labelOf('b', index % EACH)}.${domain}`,
];

/** All names of a pool, below its domain. */
export const poolLabels = (): string[] =>
  GROUPS.flatMap((group) => Array.from({ length: EACH }, (_, number) => labelOf(group, number)));
