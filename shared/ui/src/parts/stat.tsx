import type { ReactNode } from 'react';
import type { StatusTone } from '@panel/contract/status';
import { t } from '@panel/core';
import { Sparkline } from '../chart/sparkline.tsx';
import type { Point } from '../chart/chart-props.ts';
import { weekTrend, wholeDays } from '../format/trend.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';
import { cx } from '../cx.ts';

type ChangeProps = { percent: number | null; title: string; spoken: string };

/** How a number develops, e.g. "+12 %". */
function Change({ percent, title, spoken }: ChangeProps) {
  if (percent === null) return null;
  return (
    <span className="p-stat-change" title={title}>
      {percent > 0 && '+'}
      {percent} %<span className="p-visually-hidden"> {spoken}</span>
    </span>
  );
}

/** The last week against the one before. */
const WeekChange = ({ points }: { points: readonly Point[] }) => (
  <Change
    percent={weekTrend(points.map(({ value }) => value))}
    title={t('The last 7 days against the 7 before')}
    spoken={t('in a week')}
  />
);

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
  /** Without `points`: how it has changed in per cent, and against what. */
  change?: { percent: number | null; against: string };
};

/** A number with its label, and how it develops. */
export function Stat({ label, value, to, icon, tone, points: days = [], change }: StatProps) {
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
        {change ? (
          <Change percent={change.percent} title={change.against} spoken={change.against} />
        ) : (
          <WeekChange points={points} />
        )}
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
