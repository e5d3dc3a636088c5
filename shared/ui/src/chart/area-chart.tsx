import { useId } from 'react';
import { VisuallyHidden } from '../parts/text.tsx';
import { axisTop, shapeOf } from './shape.ts';

/** `at` in milliseconds; `value` null where nothing was measured. */
export type Point = { at: number; value: number };
export type ChartProps = {
  /** What is shown, e.g. "Page views". */
  title: string;
  points: readonly Point[];
  format?: (value: number) => string;
};

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' });
const count = new Intl.NumberFormat('en-US');
const [WIDTH, HEIGHT] = [600, 160];

const Table = ({ title, points, format }: Required<ChartProps>) => (
  <VisuallyHidden as="div">
    <table>
      <caption>{title}, by day (UTC)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.at}>
            <th scope="row">{day.format(point.at)}</th>
            <td>{format(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
);

/** A small line without an axis, for a tile; the figures are in a table for assistive technology. */
export function Sparkline({ title, points, format = (value) => count.format(value) }: ChartProps) {
  const shape = shapeOf(points, 120, 32, axisTop(points));
  return (
    <span className="p-sparkline">
      {shape && (
        <svg viewBox="0 0 120 32" preserveAspectRatio="none" aria-hidden="true">
          <path className="p-chart-area" d={shape.area} />
          <path className="p-chart-line" d={shape.line} />
        </svg>
      )}
      <Table title={title} points={points} format={format} />
    </span>
  );
}

/** Values over days with a readable axis. Says UTC, and says when there is nothing. */
export function AreaChart({ title, points, format = (value) => count.format(value) }: ChartProps) {
  const id = useId();
  const top = axisTop(points);
  const shape = shapeOf(points, WIDTH, HEIGHT, top);
  const [first, last] = [points[0], points.at(-1)];
  if (!shape || !first || !last) return <p className="p-chart-empty">No data for {title.toLowerCase()} yet.</p>;
  return (
    <figure className="p-chart" aria-labelledby={id}>
      <figcaption id={id} className="p-visually-hidden">
        {title}
      </figcaption>
      <div className="p-chart-plot" aria-hidden="true">
        <div className="p-chart-axis">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path className="p-chart-grid" d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`} />
          <path className="p-chart-area" d={shape.area} />
          <path className="p-chart-line" d={shape.line} />
        </svg>
      </div>
      <div className="p-chart-days" aria-hidden="true">
        <span>{day.format(first.at)}</span>
        <span>UTC</span>
        <span>{day.format(last.at)}</span>
      </div>
      <Table title={title} points={points} format={format} />
    </figure>
  );
}
