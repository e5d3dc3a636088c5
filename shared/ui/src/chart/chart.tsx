import { lazy, Suspense, useId, useState } from 'react';
import { formatNumber, inSentence, t } from '@panel/core';
import { Button } from '../parts/button.tsx';
import type { ChartKind, ChartProps } from './chart-props.ts';
import { FiguresTable } from './figures-table.tsx';

const NoPlot = () => <p className="p-chart-empty">{t("The chart didn't load. Use the table below.")}</p>;

/** The chart library is a chunk of its own, requested when the first chart is rendered. */
const Plot = lazy(() => import('./plot.tsx').catch(() => ({ default: NoPlot })));

/**
 * A chart of figures over days or by name. The values are read by pointer and by arrow keys, and are in a table, which
 * assistive technology always has and a button shows. The space is reserved while the library loads.
 */
function Chart({ title, points, kind, format = formatNumber }: ChartProps & { kind: ChartKind }) {
  const id = useId();
  const [tabular, setTabular] = useState(false);
  // An axis without values says less than a sentence.
  if (points.every(({ value }) => value === 0))
    return <p className="p-chart-empty">{t('No data for {title} yet.', { title: inSentence(title) })}</p>;
  return (
    <figure className="p-chart" aria-labelledby={id}>
      <figcaption id={id} className="p-visually-hidden">
        {title}
      </figcaption>
      <div className="p-chart-plot">
        <Suspense fallback={<span className="p-bone p-chart-bone" aria-hidden="true" />}>
          <Plot kind={kind} title={title} points={points} format={format} />
        </Suspense>
      </div>
      <div className="p-chart-foot">
        <span>{typeof points[0]?.at === 'number' && t('Days in UTC')}</span>
        <Button kind="text" size="s" aria-pressed={tabular} onClick={() => setTabular(!tabular)}>
          {t('Show as table')}
        </Button>
      </div>
      <FiguresTable title={title} points={points} format={format} visible={tabular} />
    </figure>
  );
}

/** Values over days, with the area below them filled. */
export const AreaChart = (props: ChartProps) => <Chart kind="area" {...props} />;

/** Values as bars: by name, or for single days. */
export const BarChart = (props: ChartProps) => <Chart kind="bar" {...props} />;
