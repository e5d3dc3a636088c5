import { t, Trans } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { AskPage } from './ask-page.tsx';
import { OutboxLink } from './outbox-link.tsx';
import { useNext } from './use-next.ts';

type Props = { to: string; what: string; onAgain: () => void };

/** Shown after an email was requested. Does not reveal whether the address is known (decision: Session). */
export function MailSent({ to, what, onAgain }: Props) {
  const { query } = useNext();
  return (
    <AskPage
      title={t('Check your email')}
      lead={
        <Trans
          id="If <0>{to}</0> can have it, {what} is on its way. It may take a minute; look into the spam folder as well."
          values={{ to, what }}
          parts={[(piece) => <strong>{piece}</strong>]}
        />
      }
      links={
        <>
          <AppLink to={`/login${query}`}>{t('Back to sign in')}</AppLink>
          <OutboxLink />
        </>
      }
    >
      <button type="button" className="f-button f-button-plain" onClick={onAgain}>
        {t('Use another address')}
      </button>
    </AskPage>
  );
}
