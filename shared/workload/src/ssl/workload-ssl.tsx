import { useSuspenseQuery } from '@tanstack/react-query';
import { t, told } from '@panel/core';
import { Banner, EmptyState, Stack, TaskProgress } from '@panel/ui';
import { sslQuery } from '@panel/resources/ssl';
import type { OnWorkload } from '../parts/on-workload.ts';
import { useToolTask } from '../parts/use-tool-task.ts';
import { CertificateCard } from './certificate.card.tsx';
import { RootCard } from './root.card.tsx';
import { SwitchesCard } from './switches.card.tsx';

/** The certificate of a site or an application, and what visitors without encryption get. */
export function WorkloadSsl({ workload, frame }: OnWorkload) {
  const { data: ssl } = useSuspenseQuery(sslQuery(workload.id));
  const { progress, setStarted } = useToolTask(ssl);
  return frame({
    title: t('SSL'),
    children:
      ssl.https_url === null ? (
        <EmptyState
          icon="lock"
          title={t('HTTPS is switched off on this server')}
          text={t('Contact support to switch it on.')}
        />
      ) : (
        <Stack gap={4}>
          {progress && <TaskProgress {...progress} />}
          {ssl.error && progress?.task.status !== 'failed' && (
            <Banner kind="danger" title={t('There is no new certificate')}>
              {told(ssl.error.message)}
            </Banner>
          )}
          <CertificateCard workload={workload} ssl={ssl} onStarted={setStarted} isBusy={ssl.task_id !== null} />
          <SwitchesCard workload={workload} ssl={ssl} />
          {ssl.root && <RootCard root={ssl.root} />}
        </Stack>
      ),
  });
}
