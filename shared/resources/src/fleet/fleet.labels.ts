import type { FleetChange, FleetKind, PlanState } from '@panel/contract';
import { t } from '@panel/core';

/** The pages of plans, for customers and for staff. */
export const fleetPaths = (pathname: string) => {
  const list = pathname.startsWith('/admin/') ? '/admin/fleet' : '/fleet';
  return { list, new: `${list}/new`, plan: (id: string) => `${list}/plan?id=${encodeURIComponent(id)}` } as const;
};

export const FLEET_KIND_LABELS: Readonly<Record<FleetKind, string>> = {
  php: t('PHP version'),
  wordpress: t('WordPress version'),
  cache: t('Cache rules'),
};

/** What a plan changes, e.g. `PHP 8.5`. */
export const fleetSubject = (change: FleetChange): string => {
  switch (change.kind) {
    case 'php':
      return t('PHP {version}', { version: change.version });
    case 'wordpress':
      return t('WordPress {version}', { version: change.version });
    case 'cache':
      return FLEET_KIND_LABELS.cache;
  }
};

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  running: t('Running'),
  review: t('Waiting for your comparison'),
  halted: t('Paused after a failure'),
  stopped: t('Stopped'),
  done: t('Done'),
};
