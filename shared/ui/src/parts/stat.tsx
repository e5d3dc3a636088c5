import type { ReactNode } from 'react';
import type { StatusTone } from '@panel/contract/status';
import { t } from '@panel/core';
import { Sparkline } from '../chart/sparkline.tsx';
import type { Point } from '../chart/chart-props.ts';
import { weekTrend, wholeDays } from '../format/trend.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';
import { cx } from '../cx.ts';

/** The last week against the one before, e.g. "+12 %". */
function Change({ points }: { points: readonly Point[] }) {
  const percent = weekTrend(points.map(({ value }) => value));
  if (percent === null) return null;
  return (
    <span className="p-stat-change" title={t('The last 7 days against the 7 before')}>
      {percent > 0 && '+'}
      {percent} %<span className="p-visually-hidden"> {t('in a week')}</span>
    </span>
  );
}

export type StatProps = {
  label: string;
  /** Formatted; "-" for none. */
  value: ReactNode;
  /** The page that lists what is counted. */
  to?: string;
  icon?: IconName;
  tone?: StatusTone;
  /** The values by day behind it, the oldest first. */
  points?: readonly Point[];
};

/** A number with its label, and how it develops. */
export function Stat({ label, value, to, icon, tone, points: days = [] }: StatProps) {
  const points = wholeDays(days, Date.now());
  const inside = (
    <>
      <span className="p-stat-row">
        <span className="p-stat-value">{value}</span>
        {points.some((point) => point.value > 0) && <Sparkline title={label} points={points} figures={false} />}
      </span>
      <span className="p-stat-label">
        {icon && <Icon name={icon} size={16} className="p-stat-icon" />}
        {label}
        <Change points={points} />
      </span>
    </>
  );
  const name = cx('p-stat', tone && `p-tone-${tone}`);
  return to ? (
    <Link to={to} quiet className={name}>
      {inside}
    </Link>
  ) : (
    <div className={name}>{inside}</div>
  );
}

/** Numbers side by side, as many as fit. */
export const Stats = ({ children }: { children: ReactNode }) => <div className="p-stats">{children}</div>;
