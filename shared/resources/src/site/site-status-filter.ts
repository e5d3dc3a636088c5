import type { SiteStatus } from '@panel/core';
import { AT_WORK } from './site-groups.queries.ts';
import { STATUS_OPTIONS } from './site.labels.ts';

type Choice = { value: string; label: string; group?: string; statuses: readonly SiteStatus[] };

const ENDS: readonly string[] = ['ready', 'failed'];
const one = (option: (typeof STATUS_OPTIONS)[number], group?: string): Choice => ({
  ...option,
  group,
  statuses: [option.value],
});

/** What lists of sites can be filtered by: how a site ended up, whether it is in progress, and each step of that. */
export const STATUS_CHOICES: readonly Choice[] = [
  ...STATUS_OPTIONS.filter(({ value }) => ENDS.includes(value)).map((option) => one(option)),
  { value: 'in-progress', label: 'In progress', statuses: AT_WORK },
  ...STATUS_OPTIONS.filter(({ value }) => !ENDS.includes(value)).map((option) => one(option, 'In progress, by step')),
];

/** The choice that stands for exactly these statuses. */
export const choiceOf = (statuses: readonly string[]): Choice | undefined =>
  STATUS_CHOICES.find(
    (choice) =>
      choice.statuses.length === statuses.length && choice.statuses.every((status) => statuses.includes(status)),
  );

/** The statuses of a choice, for the address of the list. */
export const statusesOf = (value: string): string[] => [
  ...(STATUS_CHOICES.find((choice) => choice.value === value)?.statuses ?? []),
];

/** Shown while no choice fits. */
export const statusPlaceholder = (statuses: readonly string[]): string =>
  statuses.length > 0 && !choiceOf(statuses) ? 'Several statuses' : 'All statuses';
