import { useState, type ReactNode } from 'react';
import {
  healthLabels,
  healthReasonLabels,
  migrationStatusLabels,
  siteStatusLabels,
  type HealthCode,
  type HealthLevel,
  type MigrationStatus,
  type SiteStatus,
  type StatusTone,
  type TaskStatus,
} from '@panel/contract/status';
import { t, Trans, translated } from '@panel/core';
import { toMillis } from '../format/date.ts';
import { Icon, type IconName } from './icon.tsx';
import { RelativeTime } from './relative-time.tsx';
import { cx } from '../cx.ts';

export type BadgeProps = { children: ReactNode; tone?: StatusTone | 'accent' };

/** A short label in a box: an environment, a kind, a count. */
export const Badge = ({ children, tone = 'neutral' }: BadgeProps) => (
  <span className={cx('p-badge', `p-tone-${tone}`)}>{children}</span>
);

type Label = { label: string; tone: StatusTone };

/** Words and tones of the states of tasks. */
export const taskStatusLabels: Readonly<Record<TaskStatus, Label>> = {
  queued: { label: t('Queued'), tone: 'neutral' },
  running: { label: t('Running'), tone: 'info' },
  cancelling: { label: t('Cancelling'), tone: 'warning' },
  succeeded: { label: t('Done'), tone: 'success' },
  failed: { label: t('Failed'), tone: 'danger' },
  cancelled: { label: t('Cancelled'), tone: 'neutral' },
};

const LABELS = { site: siteStatusLabels, task: taskStatusLabels, migration: migrationStatusLabels } as const;

export type StatusBadgeProps = {
  status: SiteStatus | TaskStatus | MigrationStatus | null | undefined;
  kind?: keyof typeof LABELS;
};

/** The tones differ in shape as well as in colour; what is in progress is a pulsing dot. */
const ICONS: Readonly<Record<StatusTone, IconName | null>> = {
  success: 'check-circle',
  warning: 'clock',
  danger: 'error',
  info: null,
  neutral: 'minus-circle',
};

function Labelled({ label: { label, tone } }: { label: Label }) {
  const icon = ICONS[tone];
  return (
    <span className={cx('p-status', `p-tone-${tone}`)}>
      {icon ? <Icon name={icon} size={16} className="p-status-icon" /> : <span className="p-dot" aria-hidden="true" />}
      {translated(label)}
    </span>
  );
}

/** An icon and the status in words; a dash when there is none (spec §4). */
export function StatusBadge({ status, kind = 'site' }: StatusBadgeProps) {
  const labels: Readonly<Record<string, Label>> = LABELS[kind];
  const label = status ? labels[status] : undefined;
  return label ? <Labelled label={label} /> : <span className="p-text-muted">-</span>;
}

export type HealthBadgeProps = {
  status: SiteStatus;
  health: { level: HealthLevel; checked_at: string | null; reasons: readonly { code: HealthCode }[] };
};

/** What was healthy that long ago may no longer be: the badge then shows when it was checked. In milliseconds. */
const RECENT_MS = 24 * 3_600_000;

/** When it was checked, unless that was in the last day. */
function OldCheck({ at }: { at: string | null }) {
  const [now] = useState(() => Date.now());
  const checked = toMillis(at);
  if (checked === null || now - checked <= RECENT_MS) return null;
  return (
    <span className="p-health-reason">
      <Trans id="Checked <0/>" parts={[() => <RelativeTime at={at} />]} />
    </span>
  );
}

/** How something that runs is: its health with the worst reason, or what is done to it until it has one. */
export function HealthBadge({ status, health: { level, checked_at, reasons } }: HealthBadgeProps) {
  if (status !== 'ready' && status !== 'failed') return <StatusBadge status={status} />;
  const [first, ...others] = reasons;
  return (
    <span className="p-health">
      <Labelled label={healthLabels[level]} />
      {level === 'healthy' && <OldCheck at={checked_at} />}
      {first && (
        <span className="p-health-reason">
          {others.length === 0
            ? translated(healthReasonLabels[first.code])
            : t('{reason} and {count} more', {
                reason: translated(healthReasonLabels[first.code]),
                count: others.length,
              })}
        </span>
      )}
    </span>
  );
}
