import { t } from '@panel/core';
import { Select } from '@panel/ui';
import { partnersOf, type ReleaseOverview } from '@panel/resources/release';
import type { ReleaseView } from './use-release-view.ts';

type Props = { data: ReleaseOverview; view: Pick<ReleaseView, 'filter' | 'partner' | 'package'>; byPartner?: boolean };

/** Partner and package, kept in the address. */
export function ReleaseFilters({ data, view, byPartner = false }: Props) {
  const partners = partnersOf(data).map(({ host, name }) => ({ value: host, label: `${name} (${host})` }));
  const packages = data.packages.map((name) => ({ value: name, label: name }));
  return (
    <>
      {byPartner && (
        <Select
          aria-label={t('Partner')}
          placeholder={t('All partners')}
          options={partners}
          value={view.partner}
          onChange={(value) => view.filter('partner', value)}
        />
      )}
      <Select
        aria-label={t('Package')}
        placeholder={t('All packages')}
        options={packages}
        value={view.package}
        onChange={(value) => view.filter('package', value)}
      />
    </>
  );
}
