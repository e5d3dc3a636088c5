import { t } from '@panel/core';
import { ButtonLink, Page, Stack } from '@panel/ui';
import { PlanCards } from './plan-cards.tsx';
import { PlanContact } from '@panel/workload/parts';

/** /site-builder-plans */
export function Component() {
  return (
    <Page
      title={t('Site builder plans')}
      subtitle={t('Build your site in the browser, without code.')}
      actions={<ButtonLink to="/create-site">{t('Create a site')}</ButtonLink>}
    >
      <Stack gap={6}>
        <PlanContact />
        <PlanCards keys={['YOLA_SITE_BUILDER', 'YOLA_E_COMMERCE']} />
      </Stack>
    </Page>
  );
}
