import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type AccountLink, type AccountLinkUsed, type PageContext } from '@panel/core';
import { AppLink, useSearchParams } from '@panel/core/router';
import { Button, formatDate } from '@panel/ui';
import { accountLinkQuery, useAccountLink } from '@panel/resources/account';
import { AskPage, Notice } from './ask-page.tsx';

/** A token of an email is at least this long; a shorter one was cut off. */
const TOKEN_LENGTH = 20;

export const prefetch = ({ search }: PageContext) => {
  const token = search.get('token') ?? '';
  return token.length < TOKEN_LENGTH ? null : queryClient.prefetchQuery(accountLinkQuery(token));
};

type Said = { title: string; lead: string; button: string };

/** What the link does, before it is used: mail programs open links by themselves. */
function offerOf({ kind, email, new_email, is_done, deletes_at }: AccountLink): Said {
  const next = new_email ?? '';
  if (kind === 'keep_account')
    return {
      title: t('This account will be deleted'),
      lead: t(
        'The account of {email} will be deleted on {date}. Until then nobody can sign in to it, and its sites are not available. You can still keep it: the link is in your email as well.',
        { email, date: formatDate(deletes_at ?? '', { withTime: false }) },
      ),
      button: t('Keep my account'),
    };
  if (kind === 'confirm_new_email')
    return {
      title: t('Confirm this email'),
      lead: t('{email} becomes the email of your account once the old address has confirmed it as well.', { email }),
      button: t('Confirm this address'),
    };
  if (kind === 'confirm_old_email')
    return {
      title: t('Confirm the new email'),
      lead: t('Your account gets the email {next} instead of {email} once the new address has confirmed it as well.', {
        next,
        email,
      }),
      button: t('Confirm the change'),
    };
  if (!is_done)
    return {
      title: t('Stop the change'),
      lead: t('Your account keeps the email {email}, and does not get {next}.', { email, next }),
      button: t('Stop the change'),
    };
  return {
    title: t('Undo the change'),
    lead: t(
      'Your account gets the email {email} back. Everyone is signed out, and we’ll send you a link to set a new password. Passkeys, authenticator apps, recovery codes and linked accounts that were added since the change was asked for are removed. A deletion that was begun with the account stops.',
      { email },
    ),
    button: t('Undo the change'),
  };
}

/** What has happened. */
const DONE: Record<AccountLinkUsed['outcome'], { title: string; lead: string }> = {
  waiting: {
    title: t('Address confirmed'),
    lead: t('The email changes as soon as the other address has confirmed it as well.'),
  },
  changed: {
    title: t('Email changed'),
    lead: t('You sign in with the new email from now on. Other browsers were signed out.'),
  },
  stopped: {
    title: t('Change stopped'),
    lead: t('Your email stays as it is. If you didn’t ask for this, change your password.'),
  },
  undone: {
    title: t('Change undone'),
    lead: t(
      'Your account has its old email again. We’ve sent you a link to set a new password. Ways to sign in that were added since the change was asked for are removed. Check your API tokens afterwards.',
    ),
  },
  kept: { title: t('Your account is kept'), lead: t('Nothing was deleted, and your account is as it was before.') },
};

const toSignIn = () => (
  <AppLink className="f-button" to="/login">
    {t('Sign in')}
  </AppLink>
);

const Gone = ({ children }: { children: string }) => (
  <AskPage title={t('Link not valid')} links={<AppLink to="/login">{t('Back to sign in')}</AppLink>}>
    <Notice>{children}</Notice>
  </AskPage>
);

function Offer({ token }: { token: string }) {
  const { data: link } = useSuspenseQuery(accountLinkQuery(token));
  const use = useAccountLink();
  if (use.data) {
    const { title, lead } = DONE[use.data.outcome];
    return (
      <AskPage title={title} lead={lead}>
        {toSignIn()}
      </AskPage>
    );
  }
  if (!link) return <Gone>{t('This link is no longer valid. It was used or replaced, or it has expired.')}</Gone>;
  const { title, lead, button } = offerOf(link);
  return (
    <AskPage title={title} lead={lead} links={<AppLink to="/login">{t('Back to sign in')}</AppLink>}>
      <Button kind="primary" block loading={use.isPending} onClick={() => use.mutate(token)}>
        {button}
      </Button>
      {use.error && <Notice>{use.error.message}</Notice>}
    </AskPage>
  );
}

/** /accountLink: what the link of an email does to an account, and the button that does it. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  if (token.length < TOKEN_LENGTH) return <Gone>{t('This link is incomplete. Open it from the email again.')}</Gone>;
  return <Offer token={token} />;
}
