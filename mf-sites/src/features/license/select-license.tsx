import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { License, Site } from '@panel/core';
import { Banner, Button, formatDate, RadioGroup, SidePanel, Stack, Text } from '@panel/ui';
import { availableLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { BuyLicense, ToolData } from '@panel/workload/parts';
import { SupportHelp } from './support-help.tsx';

type Props = {
  site: Site | null;
  busy: boolean;
  error: Error | null;
  onBack: () => void;
  onUpgrade: (license: License) => void;
  onClose: () => void;
};

const label = (license: License): string => licenseLabel(license, (at) => formatDate(at, { withTime: false }));

/** Step 2: which licence. A licence that the site has already is not offered again. */
export function SelectLicense({ site, busy, error, onBack, onUpgrade, onClose }: Props) {
  const licenses = useQuery(availableLicensesQuery);
  const [key, setKey] = useState<string | null>(null);
  const offered = (licenses.data ?? []).filter(({ license_key }) => license_key !== site?.license_key);
  const chosen = offered.find(({ license_key }) => license_key === key);
  const reason = !site ? t('Choose a site first.') : chosen ? null : t('Choose a license first.');
  return (
    <SidePanel
      open
      title={t('Upgrade Your Site')}
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
          {site?.fqdn}
        </Text>
        <ToolData result={licenses} reason={undefined} what={t('your licenses')}>
          {() =>
            offered.length > 0 ? (
              <Stack gap={4}>
                <Banner kind="info">{t('Please select a license to upgrade your site.')}</Banner>
                <RadioGroup
                  legend={t('Select a License')}
                  options={offered.map((license) => ({
                    value: license.license_key,
                    label: label(license),
                    help: licenseHelp(license),
                  }))}
                  value={chosen?.license_key ?? null}
                  onChange={setKey}
                />
              </Stack>
            ) : (
              <Stack gap={4}>
                <Text as="p">{t('There are no licenses to assign.')}</Text>
                <BuyLicense project="site" />
              </Stack>
            )
          }
        </ToolData>
        <SupportHelp />
      </Stack>
    </SidePanel>
  );
}
