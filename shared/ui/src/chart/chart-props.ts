/** One figure. `at`: the start of its day in milliseconds (UTC), or the name of what was counted. */
export type Point = { at: number | string; value: number };

export type ChartProps = {
  /** What is shown, e.g. "Page views". */
  title: string;
  points: readonly Point[];
  /** How a figure is written; whole numbers with separators unless given. */
  format?: (value: number) => string;
};

export type ChartKind = 'area' | 'line' | 'bar';
export type PlotProps = Required<ChartProps> & { kind: ChartKind };
