import { formatNumber, t, type Machine, type MachineRole, type MachineState } from '@panel/core';
import { MACHINE_CLOCK_MS } from '@panel/contract/schemas';
import type { StatusTone, TaskStatus } from '@panel/contract/status';

/** How a machine is. */
export const MACHINE_STATES: Readonly<Record<MachineState, { label: string; tone: StatusTone }>> = {
  ready: { label: t('Ready'), tone: 'success' },
  stopped: { label: t('Stopped'), tone: 'neutral' },
  lost: { label: t('Lost'), tone: 'danger' },
  revoked: { label: t('Revoked'), tone: 'neutral' },
};

/** What a machine does. */
export const MACHINE_ROLES: Readonly<Record<MachineRole, string>> = {
  api: t('Panel'),
  worker: t('Tasks'),
  edge: t('Visits'),
  member: t('Member'),
};

const KINDS: Readonly<Record<string, string>> = {
  wordpress: 'WordPress',
  static: t('Static sites'),
  node: t('Applications'),
};

/** A kind of workload, for people. */
export const workloadKindLabel = (kind: string): string => KINDS[kind] ?? kind;

/** How a move is. */
export const MOVE_STATES: Readonly<Record<TaskStatus, { label: string; tone: StatusTone }>> = {
  queued: { label: t('Waiting'), tone: 'info' },
  running: { label: t('Moving'), tone: 'info' },
  cancelling: { label: t('Canceling'), tone: 'warning' },
  succeeded: { label: t('Moved'), tone: 'success' },
  failed: { label: t('Not moved'), tone: 'danger' },
  cancelled: { label: t('Canceled'), tone: 'neutral' },
};

/** How far a machine is that is emptied; null for one that is not. */
export const emptyingLabel = ({ emptying }: Pick<Machine, 'emptying'>): { label: string; tone: StatusTone } | null => {
  if (emptying === null) return null;
  const { left } = emptying;
  if (left === 0) return { label: t('Safe to remove'), tone: 'success' };
  return { label: t('{count, plural, one {# left to move} other {# left to move}}', { count: left }), tone: 'info' };
};

/** How the restore elsewhere is of what was on a machine; null for one without. */
export const recoveryLabel = ({ recovery }: Pick<Machine, 'recovery'>): { label: string; tone: StatusTone } | null => {
  if (recovery === null) return null;
  const { open, restored, failed } = recovery;
  if (open > 0)
    return {
      label: t('{count, plural, one {# being restored} other {# being restored}}', { count: open }),
      tone: 'info',
    };
  if (failed > 0)
    return {
      label: t('{count, plural, one {# not restored} other {# not restored}}', { count: failed }),
      tone: 'danger',
    };
  return {
    label: t('{count, plural, one {# restored elsewhere} other {# restored elsewhere}}', { count: restored }),
    tone: 'neutral',
  };
};

/** After how long what is on a lost machine is restored elsewhere by itself. */
export const restoreAfterLabel = (minutes: number | null): string =>
  minutes === null
    ? t('Never: I decide')
    : t('{count, plural, one {After # minute} other {After # minutes}}', { count: minutes });

/** What a machine runs, one text for each kind: how many there are, and how many are awake. */
export const workloadLabels = ({ workloads }: Pick<Machine, 'workloads'>): string[] =>
  workloads.map(({ kind, total, awake }) =>
    // Files are served without a process.
    kind === 'static'
      ? t('{kind}: {total}', { kind: KINDS[kind] ?? kind, total: formatNumber(total) })
      : t('{kind}: {total}, {awake} awake', {
          kind: KINDS[kind] ?? kind,
          total: formatNumber(total),
          awake: formatNumber(awake),
        }),
  );

const seconds = (ms: number): string => {
  const [s, m] = [Math.round(Math.abs(ms) / 1000), Math.round(Math.abs(ms) / 60_000)];
  return s < 120
    ? t('{count, plural, one {# second} other {# seconds}}', { count: s })
    : t('{count, plural, one {# minute} other {# minutes}}', { count: m });
};

/** How far the clock of a machine is off; null when that does not matter. */
export const clockLabel = ({ clockOffMs }: Pick<Machine, 'clockOffMs'>): string | null => {
  if (Math.abs(clockOffMs) < MACHINE_CLOCK_MS) return null;
  return clockOffMs > 0
    ? t('Its clock is {time} ahead.', { time: seconds(clockOffMs) })
    : t('Its clock is {time} behind.', { time: seconds(clockOffMs) });
};

/** The command that makes another machine join. */
export const joinCommand = ({ url, token }: { url: string; token: string }): string =>
  [`JOIN_URL=${url}`, `JOIN_TOKEN=${token}`, 'npm', 'start'].join(' ');
