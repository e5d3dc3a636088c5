import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type App, type License } from '@panel/core';
import { Banner, Button, ErrorState, formatDate, RadioGroup, SidePanel, Skeleton, Stack, Text } from '@panel/ui';
import { availableAppLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { BuyLicense } from '@panel/workload/parts';
import { SupportHelp } from './support-help.tsx';

type Props = {
  app: App | null;
  busy: boolean;
  error: Error | null;
  onBack: () => void;
  onUpgrade: (license: License) => void;
  onClose: () => void;
};

/** Step 2: which license. One that the application has already is not offered again. */
export function SelectLicense({ app, busy, error, onBack, onUpgrade, onClose }: Props) {
  const licenses = useQuery(availableAppLicensesQuery);
  const [key, setKey] = useState<string | null>(null);
  const offered = (licenses.data ?? []).filter(({ license_key }) => license_key !== app?.license_key);
  const chosen = offered.find(({ license_key }) => license_key === key);
  const reason = !app ? t('Choose an application first.') : chosen ? null : t('Choose a license first.');
  return (
    <SidePanel
      open
      title={t('Upgrade Your Application')}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button onClick={onBack} disabledReason={busy ? t('Wait until this has finished.') : null}>
            {t('Back')}
          </Button>
          <Button
            kind="primary"
            loading={busy}
            disabledReason={reason}
            onClick={() => chosen && !busy && onUpgrade(chosen)}
          >
            {t('Upgrade')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {error && (
          <Banner kind="danger" live>
            {error.message}
          </Banner>
        )}
        <Text as="p" weight="medium" className="p-break">
          {app?.fqdn}
        </Text>
        {licenses.error ? (
          <ErrorState
            error={licenses.error}
            level={3}
            retrying={licenses.isFetching}
            onRetry={() => void licenses.refetch()}
          />
        ) : licenses.data === undefined ? (
          <Skeleton kind="text" rows={4} label={t('Loading your licenses')} />
        ) : offered.length === 0 ? (
          <>
            <Text as="p">{t('There are no licenses to assign.')}</Text>
            <BuyLicense project="app" />
          </>
        ) : (
          <>
            <Banner kind="info">{t('Please select a license to upgrade your application.')}</Banner>
            <RadioGroup
              legend={t('Select a License')}
              options={offered.map((license) => ({
                value: license.license_key,
                label: licenseLabel(license, (at) => formatDate(at, { withTime: false })),
                help: licenseHelp(license),
              }))}
              value={chosen?.license_key ?? null}
              onChange={setKey}
            />
          </>
        )}
        <SupportHelp />
      </Stack>
    </SidePanel>
  );
}
