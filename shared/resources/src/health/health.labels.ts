import { t } from '@panel/core';
import type { HealthEvent } from '@panel/core';

type Look = { label: string; tone: 'danger' | 'warning' | 'neutral' };

/** What happened, and how serious it is. */
export const HEALTH_KINDS: Readonly<Record<HealthEvent['kind'], Look>> = {
  delay: { label: t('Delay'), tone: 'neutral' },
  silence: { label: t('Process ended'), tone: 'danger' },
  memory: { label: t('Memory short'), tone: 'warning' },
};

const WORK: Readonly<Record<HealthEvent['works'][number]['kind'], string>> = {
  request: t('Request'),
  call: t('Call'),
  visit: t('Visit of a site'),
  step: t('Task'),
  schedule: t('Schedule'),
  chore: t('Housekeeping'),
  dns: 'DNS',
};

/** A piece of work in words, with what it was about. */
export function workLabel({ kind, name, siteId, userId }: HealthEvent['works'][number]): string {
  const about = [siteId && t('site {siteId}', { siteId }), userId && t('account {userId}', { userId })]
    .filter(Boolean)
    .join(', ');
  return `${WORK[kind]} ${name}${about ? ` (${about})` : ''}`;
}

/** Milliseconds for people. */
export const durationLabel = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
