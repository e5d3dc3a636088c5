import type { NewSchedule } from './schedule.repo.ts';
import { PANEL_RESOURCE } from './panel-resource.ts';

const ofPanel = { timeZone: 'UTC', ...PANEL_RESOURCE };

/** Schedules of every installation. Those of customers' resources are rows that their modules write. */
export const builtInSchedules: readonly NewSchedule[] = [
  { ...ofPanel, id: 'panel.sweep', kind: 'panel.sweep', resourceId: 'sweep', cron: '7 * * * *' },
  { ...ofPanel, id: 'panel.retention', kind: 'panel.retention', resourceId: 'retention', cron: '30 3 * * *' },
  { ...ofPanel, id: 'panel.bin', kind: 'panel.bin', resourceId: 'bin', cron: '23 * * * *' },
  { ...ofPanel, id: 'panel.licenses', kind: 'panel.licenses', resourceId: 'licenses', cron: '11 * * * *' },
  { ...ofPanel, id: 'panel.checks', kind: 'panel.checks', resourceId: 'checks', cron: '*/2 * * * *' },
  {
    ...ofPanel,
    id: 'panel.certificates',
    kind: 'panel.certificates',
    resourceId: 'certificates',
    cron: '*/10 * * * *',
  },
  { ...ofPanel, id: 'panel.dns', kind: 'panel.dns', resourceId: 'dns', cron: '*/5 * * * *' },
  { ...ofPanel, id: 'panel.dns-zones', kind: 'panel.dns-zones', resourceId: 'dns-zones', cron: '*/5 * * * *' },
  { ...ofPanel, id: 'panel.domains', kind: 'panel.domains', resourceId: 'domains', cron: '*/5 * * * *' },
  {
    ...ofPanel,
    id: 'panel.vulnerabilities',
    kind: 'panel.vulnerabilities',
    resourceId: 'vulnerabilities',
    cron: '41 */6 * * *',
  },
];
