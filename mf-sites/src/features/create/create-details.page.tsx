import { useState } from 'react';
import { queryClient, t } from '@panel/core';
import { Banner } from '@panel/ui';
import { siteImagesQuery } from '@panel/resources/site';
import { QuotaCard } from '../site/quota-card.tsx';
import { InstallDetailsForm } from './install-details.form.tsx';
import { OriginDetailsForm } from './origin-details.form.tsx';
import { useSiteDraft } from './site-draft.ts';
import { isInstalled } from './sources.ts';
import { StartFromCard } from './start-from.card.tsx';
import { WizardPage } from './wizard.page.tsx';

export const prefetch = () => queryClient.prefetchQuery(siteImagesQuery);

/** /create-site-with-wordpress */
export function Component() {
  const wizard = useSiteDraft();
  const { draft, password, file } = wizard;
  // Another tab may have created the site meanwhile, which clears the draft here as well.
  const isEmpty = draft.name === '' && draft.title === '';
  const [wasResumed] = useState(!isEmpty);
  // Read once: the hint must not vanish while the password is typed.
  const [isPasswordLost] = useState(draft.title !== '' && password === '');
  const isLost = isInstalled(draft.source) ? isPasswordLost : draft.source === 'file' && wasResumed && !file;
  return (
    <WizardPage step="details" title={t('Create a WordPress site')} subtitle={t('Choose a starting point and a name.')}>
      <QuotaCard />
      {isLost && !isEmpty && (
        <Banner kind="info" title={t('We kept your draft')}>
          {isInstalled(draft.source)
            ? t(
                'Everything is as you left it except the WordPress password, which we never store. Enter it again or generate a new one.',
              )
            : t('Everything is as you left it except the zip file, which a browser cannot keep. Choose it again.')}
        </Banner>
      )}
      <StartFromCard wizard={wizard} />
      {isInstalled(draft.source) ? <InstallDetailsForm wizard={wizard} /> : <OriginDetailsForm wizard={wizard} />}
    </WizardPage>
  );
}
