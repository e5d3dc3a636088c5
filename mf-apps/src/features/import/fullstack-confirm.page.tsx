import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card, Checkbox, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { appDashboardQuery, firstBuildPath, useCreateFullstack } from '@panel/resources/app';
import { ConfirmStep } from './confirm-step.tsx';
import { fullstackPath, FULLSTACK_STEPS, useFullstackDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard } from './import-wizard.tsx';
import { settingsOf, sourceOf } from './part-draft.ts';
import { PartSummary } from './part-summary.tsx';

export const prefetch = prefetchWizard;

/** /new-app/full-stack/finalize-and-confirm */
export function Component() {
  const { draft, tokens, discard } = useFullstackDraft();
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const create = useCreateFullstack();
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const [isWanted, setIsWanted] = useState(true);
  const hasDatabase = isWanted && dashboard.databases_missing === null;
  const { frontend, backend, name, license } = draft;
  const send = () =>
    create.mutate(
      {
        ...{ fqdn: name, database: hasDatabase },
        frontend: { from: sourceOf(frontend, tokens.frontend.token), settings: settingsOf(frontend) },
        backend: { from: sourceOf(backend, tokens.backend.token), settings: settingsOf(backend) },
        ...(license !== null && license !== 'undecided' && { license_key: license }),
      },
      {
        onSuccess: async ({ app_id, build_id }) => {
          await navigate(firstBuildPath(app_id, build_id));
          discard();
        },
      },
    );
  return (
    <ImportWizard
      steps={FULLSTACK_STEPS}
      current="confirm"
      draft={draft}
      isStarted={create.isSuccess}
      title={t('Finalize and confirm')}
      subtitle={t('Check what is built.')}
    >
      <PartSummary title={t('Front end')} part={frontend} edit={fullstackPath('frontend-repo')} />
      <PartSummary title={t('Back end')} part={backend} edit={fullstackPath('backend-repo')} />
      <Card title={t('Application')}>
        <DataList
          items={[
            { key: 'frontend', label: t('Front end'), value: `${name}.${sitesDomain}` },
            { key: 'backend', label: t('Back end'), value: `${name}-api.${sitesDomain}` },
            { key: 'plan', label: t('License'), value: license ?? t('The plan of your account') },
          ]}
        />
      </Card>
      <Card title={t('Connections')}>
        <Stack gap={3}>
          <Text as="p">{t('Addresses below /api of the front end are answered by the back end.')}</Text>
          <Checkbox
            label={t('PostgreSQL database for the back end')}
            help={dashboard.databases_missing ?? t('Its code finds the address in the variable DATABASE_URL.')}
            checked={hasDatabase}
            disabled={dashboard.databases_missing !== null}
            onChange={setIsWanted}
          />
        </Stack>
      </Card>
      <ConfirmStep
        fqdn={`${name}.${sitesDomain}`}
        back={fullstackPath('plan')}
        label={t('Create and build')}
        busy={create.isPending}
        error={create.error}
        onConfirm={send}
      />
    </ImportWizard>
  );
}
