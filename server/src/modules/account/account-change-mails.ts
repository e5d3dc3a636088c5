import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '@panel/contract';
import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { Words } from '../../context/words.ts';
import { brandedMail, type Recipient } from '../mail/mail-template.ts';

const once = ({ t }: Words): string =>
  t('The link works once, within {count, plural, one {# hour} other {# hours}}.', { count: EMAIL_CHANGE_HOURS });

/** Asks the address that the account has whether it may be changed, and says how to stop that. */
export function oldAddressMail(
  partner: PartnerRow,
  to: Recipient,
  { email, url, undoUrl }: { email: string; url: string; undoUrl: string },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, (words) => ({
    subject: words.t('Confirm the new email of your {company} account', { company }),
    paragraphs: [
      words.t('Someone who is signed in to your {company} account wants to change its email to {email}.', {
        ...{ company, email },
      }),
      words.t('Nothing changes before you confirm it here and with the link that we’ve sent to the new address.'),
      words.t('If this wasn’t you, stop it here, then change your password: {undoUrl}', { undoUrl }),
    ],
    action: { label: words.t('Confirm the change'), url, note: once(words) },
  }));
}

/** Asks the new address. It does not name the account: the address may have been mistyped. */
export function newAddressMail(partner: PartnerRow, to: Recipient, url: string): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, (words) => ({
    subject: words.t('Confirm this email for your {company} account', { company }),
    paragraphs: [
      words.t('Someone wants to use this address for their {company} account.', { company }),
      words.t('If you don’t know about it, you can ignore this email. The address is not used then.'),
    ],
    action: { label: words.t('Confirm this address'), url, note: once(words) },
  }));
}

/** Goes to an address that already has an account, instead of the question: the panel tells nobody else. */
export function takenAddressMail(partner: PartnerRow, to: Recipient): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, ({ t }) => ({
    subject: t('This address already has a {company} account', { company }),
    paragraphs: [
      t(
        'Someone wanted to use this address for another {company} account. It already has one, so nothing was changed.',
        { company },
      ),
      t('If that was you, sign in with this address, or use another one.'),
    ],
  }));
}

/** Notifies the old address that the change is done, with the link that undoes it. */
export function emailChangedMail(
  partner: PartnerRow,
  to: Recipient,
  { email, undoUrl }: { email: string; undoUrl: string },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, ({ t }) => ({
    subject: t('The email of your {company} account was changed', { company }),
    paragraphs: [
      t('Your {company} account now has the email {email}. You sign in with it from now on.', { company, email }),
      t(
        'If this wasn’t you, undo it. Everyone is signed out then, and we send you a link to set a new password. Passkeys, authenticator apps, recovery codes and linked accounts that were added since the change was asked for are removed.',
      ),
    ],
    action: {
      label: t('Undo the change'),
      url: undoUrl,
      note: t('The link works once, within {count, plural, one {# day} other {# days}}.', { count: EMAIL_UNDO_DAYS }),
    },
  }));
}

/** Says when the account will be deleted, with the link that undoes it. */
export function deletionMail(
  partner: PartnerRow,
  to: Recipient,
  { url, endsAt }: { url: string; endsAt: Date },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, ({ t, day }) => ({
    subject: t('Your {company} account will be deleted', { company }),
    paragraphs: [
      t(
        'Your {company} account will be deleted on {day} (UTC), with everything that belongs to it. Until then nobody can sign in to it, and visitors of your sites see that they are not available.',
        { company, day: day(endsAt) },
      ),
      t('If you change your mind, or if this wasn’t you, keep it. You can also write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
    action: { label: t('Keep my account'), url, note: t('The link works once, until the account is deleted.') },
  }));
}
