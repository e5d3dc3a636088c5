import { useState } from 'react';
import { sectionOn } from '@panel/contract/sections';
import { t, usePartner, useUser } from '@panel/core';
import { Page, Stack, Text } from '@panel/ui';
import { ReportMailCard } from './report-mail.card.tsx';
import { ReportPeriodChoice, useReportPeriod } from './report-period.tsx';
import { TimeReport } from './time-report.tsx';
import { TopReport } from './top-report.tsx';

/** The reports of a period. What belongs to a section that is off is left out. */
function Reports(days: { from: string; to: string }) {
  const [partner, user] = [usePartner(), useUser()];
  return (
    <>
      <TimeReport report="traffic" {...days} />
      <TopReport report="workloads" {...days} />
      <TopReport report="customers" {...days} />
      <TopReport report="plans" {...days} />
      <TimeReport report="growth" {...days} />
      {sectionOn(partner, 'applications') && <TopReport report="builds" {...days} />}
      {user?.role === 'superadmin' && <TopReport report="partners" {...days} />}
    </>
  );
}

/** /admin/reports: what customers use, and how the partner grows. */
export function Component() {
  const [now] = useState(() => new Date());
  const period = useReportPeriod(now);
  return (
    <Page title={t('Reports')} subtitle={t('What your customers use, and how you grow.')}>
      <Stack gap={5}>
        <ReportPeriodChoice {...period} />
        {period.error === null && <Reports from={period.from} to={period.to} />}
        <Text size="s" tone="muted">
          {t(
            'Days and months in UTC. What was deleted is not counted in traffic, and deletions are known as long as the audit log is kept.',
          )}
        </Text>
        <ReportMailCard />
      </Stack>
    </Page>
  );
}
