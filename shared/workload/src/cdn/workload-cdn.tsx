import { t } from '@panel/core';
import { Stack } from '@panel/ui';
import type { OnWorkload } from '../parts/on-workload.ts';
import { CdnPurgeCard } from './cdn-purge.card.tsx';
import { CdnSettingsForm } from './cdn-settings.form.tsx';
import { CdnTraffic } from './cdn-traffic.tsx';

/** Traffic, purge and cache settings of a site or an application. */
export const WorkloadCdn = ({ workload, frame }: OnWorkload) =>
  frame({
    title: t('CDN'),
    children: (
      <Stack gap={4}>
        <CdnTraffic workload={workload} />
        <CdnPurgeCard workload={workload} />
        <CdnSettingsForm workload={workload} />
      </Stack>
    ),
  });
