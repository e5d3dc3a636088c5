import { t } from '@panel/core';
import { Page } from '@panel/ui';
import { prefetchList } from '@panel/ui/data';
import { SESSION_SOURCE, SessionSection } from './session.section.tsx';

export const prefetch = prefetchList(SESSION_SOURCE);

/** /my-account/security, and /security for staff: who can get into the account, and how. */
export const Component = () => (
  <Page title={t('Security')} subtitle={t('How you sign in, and where you are signed in.')}>
    <SessionSection />
  </Page>
);
