import { inLocale, t } from '@panel/core';
import { cx } from '../cx.ts';
import type { ChartProps, Point } from './chart-props.ts';

const day = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit', timeZone: 'UTC' }));

/** Label of a point: `Nov 21`, or its name. */
export const nameOf = ({ at }: Pick<Point, 'at'>): string => (typeof at === 'number' ? day().format(at) : at);

/** The figures of a chart; without `visible`, only for assistive technology. */
export function FiguresTable({ title, points, format, visible = false }: Required<ChartProps> & { visible?: boolean }) {
  const byDay = typeof points[0]?.at === 'number';
  return (
    <div className={visible ? 'p-chart-table' : 'p-visually-hidden'}>
      <table>
        <caption className={cx(visible && 'p-visually-hidden')}>
          {byDay ? t('{title}, by day (UTC)', { title }) : title}
        </caption>
        <thead>
          <tr>
            <th scope="col">{byDay ? t('Day') : t('Name')}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{nameOf(point)}</th>
              <td>{format(point.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
