type Point = { at: number; value: number };

/**
 * The next round number at or above the highest value, so that the axis can be read: 2, 4, 6, 8, 10, 20, 40, 50, 100 …
 * Its half, which the axis shows too, is whole: what is counted comes in whole numbers.
 */
export function axisTop(points: readonly Point[]): number {
  const highest = Math.max(0, ...points.map((point) => point.value));
  if (highest <= 10) return Math.max(2, 2 * Math.ceil(highest / 2));
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  const factor = [1, 2, 4, 5, 10].find((step) => step * magnitude >= highest) ?? 10;
  return factor * magnitude;
}

/** SVG paths of a line over time and of the area below it; null when there is nothing to draw. */
export function shapeOf(
  points: readonly Point[],
  width: number,
  height: number,
  top: number,
): { line: string; area: string } | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const span = last.at - first.at;
  const x = (at: number): number => (span === 0 ? width / 2 : ((at - first.at) / span) * width);
  const y = (value: number): number => height - (Math.max(0, value) / top) * (height - 2) - 1;
  const spots =
    points.length === 1
      ? [`0 ${y(first.value).toFixed(1)}`, `${width} ${y(first.value).toFixed(1)}`]
      : points.map((point) => `${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`);
  const line = `M${spots.join('L')}`;
  const [start, end] = points.length === 1 ? [0, width] : [0, x(last.at)];
  return { line, area: `${line}L${end.toFixed(1)} ${height}L${start} ${height}Z` };
}
