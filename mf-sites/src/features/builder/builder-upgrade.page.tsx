import { t } from '@panel/core';
import { ButtonLink, Page, Stack } from '@panel/ui';
import { PlanCards } from './plan-cards.tsx';
import { PlanContact } from '@panel/workload/parts';

/** /site-builder/upgrade */
export function Component() {
  return (
    <Page
      title={t('Upgrade the site builder')}
      subtitle={t('What the premium plan adds to your site.')}
      actions={<ButtonLink to="/site-builder-plans">{t('All plans')}</ButtonLink>}
    >
      <Stack gap={6}>
        <PlanContact />
        <PlanCards keys={['YOLA_SITE_BUILDER']} />
      </Stack>
    </Page>
  );
}
