import { formatNumber as countOf } from '@panel/core';

export { countOf };

/** `1 partner`, `4 partners`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countOf(count)} ${count === 1 ? one : many}`;
