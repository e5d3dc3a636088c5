const figures = new Intl.NumberFormat('en-US');

export const countOf = (count: number): string => figures.format(count);

/** `1 partner`, `4 partners`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countOf(count)} ${count === 1 ? one : many}`;
