import { useSuspenseQuery } from '@tanstack/react-query';
import { loginErrorText } from '@panel/contract/login-errors';
import { queryClient, t, useUser, type PageContext } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Banner, Page, Stack } from '@panel/ui';
import { prefetchList } from '@panel/ui/data';
import { identitiesQuery } from '@panel/resources/login-provider';
import { secondFactorsQuery } from '@panel/resources/security';
import { IdentitySection } from './identity.section.tsx';
import { PasskeySection } from './passkey.section.tsx';
import { SecondFactorSection } from './second-factor.section.tsx';
import { SESSION_SOURCE, SessionSection } from './session.section.tsx';
import { StaffPolicySection } from './staff-policy.section.tsx';

const sessions = prefetchList(SESSION_SOURCE);
export const prefetch = (context: PageContext) =>
  Promise.all([
    queryClient.prefetchQuery(secondFactorsQuery),
    queryClient.prefetchQuery(identitiesQuery),
    sessions(context),
  ]);

/** How linking an account elsewhere failed; the provider sends the browser back with it. */
function ReturnedError() {
  const [search] = useSearchParams();
  const error = search.get('error');
  return error === null ? null : <Banner kind="danger">{loginErrorText(error, search.get('message'))}</Banner>;
}

/** /my-account/security, and /security for staff: who can get into the account, and how. */
export function Component() {
  const { role } = useUser();
  const { data: factors } = useSuspenseQuery(secondFactorsQuery);
  return (
    <Page
      title={t('Security')}
      subtitle={t('How you sign in, and where you are signed in.')}
      banner={
        factors.is_required &&
        !factors.totp &&
        factors.passkeys.length === 0 && (
          <Banner kind="warning" title={t('Set up a second factor to continue')}>
            {t('It is required of all staff here. Other pages open once you have one.')}
          </Banner>
        )
      }
    >
      <Stack gap={4}>
        <ReturnedError />
        <PasskeySection />
        <SecondFactorSection />
        <IdentitySection />
        {role !== 'customer' && <StaffPolicySection />}
        <SessionSection />
      </Stack>
    </Page>
  );
}
