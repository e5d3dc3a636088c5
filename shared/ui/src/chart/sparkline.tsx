import { formatNumber } from '@panel/core';
import { FiguresTable } from './figures-table.tsx';
import type { ChartProps } from './chart-props.ts';

const [WIDTH, HEIGHT] = [120, 32];

/** The line through evenly spaced values, as an SVG path; a single value is a level line. */
function pathOf(values: readonly number[]): string {
  const top = Math.max(1, ...values);
  const all = values.length === 1 ? [...values, ...values] : values;
  const spots = all.map((value, index) => {
    const x = (index / (all.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (Math.max(0, value) / top) * (HEIGHT - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${spots.join('L')}`;
}

/**
 * A small trend without an axis, for a tile. Drawn here instead of by the chart library, because tiles are part of
 * the first view (ADR 0035). A table contains the figures for assistive technology, unless `figures` is false because
 * text beside it says what matters.
 */
export function Sparkline({
  title,
  points,
  format = formatNumber,
  figures = true,
}: ChartProps & { figures?: boolean }) {
  const line = points.length > 0 && pathOf(points.map(({ value }) => value));
  return (
    <span className="p-sparkline">
      {line && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="p-sparkline-area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          <path className="p-sparkline-line" d={line} />
        </svg>
      )}
      {figures && <FiguresTable title={title} points={points} format={format} />}
    </span>
  );
}
