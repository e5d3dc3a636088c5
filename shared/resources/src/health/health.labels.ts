import type { HealthEvent } from '@panel/core';

type Look = { label: string; tone: 'danger' | 'warning' | 'neutral' };

/** What happened, and how serious it is. */
export const HEALTH_KINDS: Readonly<Record<HealthEvent['kind'], Look>> = {
  delay: { label: 'Delay', tone: 'neutral' },
  silence: { label: 'Process ended', tone: 'danger' },
  memory: { label: 'Memory short', tone: 'warning' },
};

const WORK: Readonly<Record<HealthEvent['works'][number]['kind'], string>> = {
  request: 'Request',
  call: 'Call',
  visit: 'Visit of a site',
  step: 'Task',
  schedule: 'Schedule',
  chore: 'Housekeeping',
  dns: 'DNS',
};

/** A piece of work in words, with what it was about. */
export function workLabel({ kind, name, siteId, userId }: HealthEvent['works'][number]): string {
  const about = [siteId && `site ${siteId}`, userId && `account ${userId}`].filter(Boolean).join(', ');
  return `${WORK[kind]} ${name}${about ? ` (${about})` : ''}`;
}

/** Milliseconds for people. */
export const durationLabel = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
