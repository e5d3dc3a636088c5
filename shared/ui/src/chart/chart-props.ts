/** One figure. `at`: the start of its day in milliseconds (UTC), or a name. */
export type Point = { at: number | string; value: number };

export type ChartProps = {
  /** What is shown, e.g. "Page views". */
  title: string;
  points: readonly Point[];
  /** Formats a figure; by default a whole number with separators. */
  format?: (value: number) => string;
};

export type ChartKind = 'area' | 'bar';
export type PlotProps = Required<ChartProps> & { kind: ChartKind };
