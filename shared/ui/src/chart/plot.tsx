import { useCallback, useState, type RefCallback } from 'react';
import { Area, Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis, type TooltipContentProps } from 'recharts';
import { t } from '@panel/core';
import { nameOf } from './figures-table.tsx';
import type { PlotProps } from './chart-props.ts';

/** The height of `.p-chart-plot`, and the width until the element is measured. */
const [HEIGHT, WIDTH] = [190, 600];

const axis = { axisLine: false, tickLine: false, tickMargin: 8, stroke: 'var(--p-text-muted)', fontSize: 12 } as const;
const paint = { dataKey: 'value', stroke: 'var(--p-accent)', isAnimationActive: false } as const;

const shapes = {
  area: <Area {...paint} type="monotone" strokeWidth={1.75} dot={false} fill="var(--p-accent)" fillOpacity={0.12} />,
  bar: <Bar {...paint} fill="var(--p-accent)" maxBarSize={32} radius={[4, 4, 0, 0]} />,
};

/** The width of an element, kept up to date. */
function useWidth(): [width: number, ref: RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(WIDTH);
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const measure = () => setWidth(node.clientWidth || WIDTH);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}

/** Recharts: SVG in the colours of the page, with values by pointer and arrow keys. Loaded by chart.tsx. */
export default function Plot({ title, points, format, kind }: PlotProps) {
  const [width, ref] = useWidth();
  const content = ({ active, label, payload }: TooltipContentProps) => {
    const value = payload[0]?.value;
    if (!active || typeof value !== 'number') return null;
    return (
      <div className="p-chart-value" role="status">
        <span>{nameOf({ at: label ?? '' })}</span> <strong>{format(value)}</strong>
      </div>
    );
  };
  return (
    <div ref={ref} className="p-chart-frame">
      <ComposedChart
        width={width}
        height={HEIGHT}
        data={[...points]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer
        aria-label={t('{title}. Use the left and right arrow keys to read the values.', { title })}
      >
        <CartesianGrid vertical={false} stroke="var(--p-line)" />
        <XAxis
          {...axis}
          dataKey="at"
          tickFormatter={(at: number | string) => nameOf({ at })}
          interval="preserveStartEnd"
          minTickGap={48}
        />
        <YAxis {...axis} width="auto" tickCount={3} allowDecimals={false} tickFormatter={format} />
        <Tooltip content={content} isAnimationActive={false} cursor={{ stroke: 'var(--p-line-strong)' }} />
        {shapes[kind]}
      </ComposedChart>
    </div>
  );
}
