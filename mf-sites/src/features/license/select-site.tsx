import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Button, RadioGroup, SearchInput, SidePanel, Stack, Text } from '@panel/ui';
import { upgradableSitesQuery } from '@panel/resources/license';
import { ToolData } from '@panel/workload/parts';
import { SupportHelp } from './support-help.tsx';

type Props = {
  site: Site | null;
  onChange: (site: Site) => void;
  onNext: () => void;
  onClose: () => void;
};

/** Step 1: which site. */
export function SelectSite({ site, onChange, onNext, onClose }: Props) {
  const [keyword, setKeyword] = useState('');
  const sites = useQuery(upgradableSitesQuery(keyword));
  return (
    <SidePanel
      open
      title={t('Upgrade Your Site')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" onClick={onNext} disabledReason={site ? null : t('Choose a site first.')}>
            {t('Next')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SearchInput label={t('Search sites')} value={keyword} onChange={setKeyword} />
        <ToolData result={sites} reason={undefined} what={t('your sites')}>
          {({ sites: found, total }) => (
            <Stack gap={3}>
              {found.length > 0 ? (
                <RadioGroup
                  legend={t('Select Site for Upgrade')}
                  options={found.map(({ fqdn }) => ({ value: fqdn, label: <span className="p-break">{fqdn}</span> }))}
                  value={site?.fqdn ?? null}
                  onChange={(fqdn) => {
                    const chosen = found.find((one) => one.fqdn === fqdn);
                    if (chosen) onChange(chosen);
                  }}
                />
              ) : (
                <Text as="p">
                  {keyword ? t('None of your sites has this in its address.') : t('There are no sites to upgrade.')}
                </Text>
              )}
              {total > found.length && found.length > 0 && (
                <Text as="p" size="s" tone="muted">
                  {t('Use the search to find other sites.')}
                </Text>
              )}
            </Stack>
          )}
        </ToolData>
        <SupportHelp />
      </Stack>
    </SidePanel>
  );
}
