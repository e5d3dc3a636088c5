import { brandOf, usePartner, useUser, t } from '@panel/core';
import { ButtonLink, Inline } from '@panel/ui';

/** The first page of a new account. */
export function Component() {
  const user = useUser();
  const { company, slogan } = brandOf(usePartner());
  return (
    <section className="f-page-plain">
      <h1 tabIndex={-1}>
        {user.firstname
          ? t('Welcome to {company}, {firstname}', { company, firstname: user.firstname })
          : t('Welcome to {company}', { company })}
      </h1>
      <p>{slogan || t('Your account is ready.')}</p>
      <Inline gap={3}>
        <ButtonLink kind="primary" to="/get-started">
          {t('Get started')}
        </ButtonLink>
        <ButtonLink to="/get-started?panel=tour">{t('Take the tour')}</ButtonLink>
        <ButtonLink to="/dashboard">{t('Go to the dashboard')}</ButtonLink>
      </Inline>
    </section>
  );
}
