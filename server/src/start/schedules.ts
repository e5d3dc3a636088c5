import { modules } from '../modules/index.ts';
import type { OwnSchedule } from '../tasks/define-module.ts';
import { PANEL_RESOURCE } from '../tasks/panel-resource.ts';
import type { NewSchedule } from '../tasks/schedule.repo.ts';

/** The clean-up of the installation itself (retention.tasks.ts). */
const CLEAN_UP: readonly OwnSchedule[] = [
  { id: 'panel.sweep', resourceId: 'sweep', cron: '7 * * * *' },
  { id: 'panel.retention', resourceId: 'retention', cron: '30 3 * * *' },
];

/** Schedules of every installation. Those of customers' resources are rows that their modules write. */
export const builtInSchedules: readonly NewSchedule[] = [
  ...CLEAN_UP,
  ...modules.flatMap(({ schedules = [] }) => schedules),
].map((schedule) => ({ ...schedule, kind: schedule.id, timeZone: 'UTC', ...PANEL_RESOURCE }));
