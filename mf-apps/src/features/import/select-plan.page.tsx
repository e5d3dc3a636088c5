import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, ErrorState, formatDate, RadioGroup, Skeleton } from '@panel/ui';
import { availableAppLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { fullstackPath, FULLSTACK_STEPS, useFullstackDraft } from './import-draft.ts';
import { ImportWizard, prefetchWizard } from './import-wizard.tsx';

const ACCOUNT = 'account';

export const prefetch = prefetchWizard;

/** /new-app/full-stack/select-a-plan: the plan of the account, or a license that is free. */
export function Component() {
  const { draft, update } = useFullstackDraft();
  const navigate = useNavigate();
  const licenses = useQuery(availableAppLicensesQuery);
  const [value, setValue] = useState(draft.license === 'undecided' ? ACCOUNT : (draft.license ?? ACCOUNT));
  const known = licenses.data?.some(({ license_key }) => license_key === value) ?? false;
  const chosen = known ? value : ACCOUNT;
  const next = async () => {
    update({ license: chosen === ACCOUNT ? null : chosen });
    await navigate(fullstackPath('confirm'));
  };
  return (
    <ImportWizard
      steps={FULLSTACK_STEPS}
      current="plan"
      draft={draft}
      title={t('Select a plan')}
      subtitle={t('Choose what your application runs on.')}
    >
      {licenses.error ? (
        <ErrorState error={licenses.error} onRetry={() => void licenses.refetch()} retrying={licenses.isFetching} />
      ) : licenses.data === undefined ? (
        <Skeleton kind="text" rows={4} label={t('Loading your licenses')} />
      ) : (
        <>
          <RadioGroup
            cards
            legend={t('Plan')}
            value={chosen}
            onChange={setValue}
            options={[
              {
                value: ACCOUNT,
                label: t('The plan of your account'),
                help: t('Its applications share the limits of the account.'),
              },
              ...licenses.data.map((license) => ({
                value: license.license_key,
                label: licenseLabel(license, (at) => formatDate(at, { withTime: false })),
                help: licenseHelp(license),
              })),
            ]}
          />
          {licenses.data.length === 0 && <Banner kind="info">{t('You have no free license for applications.')}</Banner>}
        </>
      )}
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={fullstackPath('backend-settings')}>
          {t('Back')}
        </ButtonLink>
        <Button kind="primary" iconEnd="arrow-right" onClick={() => void next()}>
          {t('Continue')}
        </Button>
      </div>
    </ImportWizard>
  );
}
