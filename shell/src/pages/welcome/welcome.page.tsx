import { brandOf, usePartner, useUser } from '@panel/core';
import { ButtonLink, Inline } from '@panel/ui';

/** The first page of a new account. */
export function Component() {
  const user = useUser();
  const { company, slogan } = brandOf(usePartner());
  return (
    <section className="f-page-plain">
      <h1 tabIndex={-1}>{user.firstname ? `Welcome to ${company}, ${user.firstname}` : `Welcome to ${company}`}</h1>
      <p>{slogan || 'Your account is ready.'}</p>
      <Inline gap={3}>
        <ButtonLink kind="primary" to="/get-started">
          Get started
        </ButtonLink>
        <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
      </Inline>
    </section>
  );
}
