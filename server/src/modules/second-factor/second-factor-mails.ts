import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { Words } from '../../context/words.ts';
import { brandedMail } from '../mail/mail-template.ts';

type To = { partner: PartnerRow; user: Pick<UserRow, 'email' | 'language'> };
type Facts = { company: string; email: string };

/** Subject, what happened, and what its owner does if it was somebody else. */
const mail = (to: To, write: (words: Words, facts: Facts) => [subject: string, ...paragraphs: string[]]): MailMessage =>
  brandedMail(to.partner, to.user, (words) => {
    const [subject, ...paragraphs] = write(words, { company: companyOf(to.partner), email: to.partner.supportEmail });
    return { subject, paragraphs };
  });

const askForPassword = ({ t }: Words, { email }: Facts): string =>
  t('If this wasn’t you, request a new password on the sign-in page and write to {email}.', { email });
const changePassword = ({ t }: Words, { email }: Facts): string =>
  t('If this wasn’t you, change your password and write to {email}.', { email });

export const factorAddedMail = (to: To): MailMessage =>
  mail(to, (words, facts) => [
    words.t('An authenticator app was added to your {company} account', { company: facts.company }),
    words.t(
      'From now on a sign-in asks for a code of the app. Keep your recovery codes where you find them without your phone.',
    ),
    askForPassword(words, facts),
  ]);

export const factorRemovedMail = (to: To, isLast: boolean): MailMessage =>
  mail(to, (words, facts) => [
    words.t('The authenticator app of your {company} account was removed', { company: facts.company }),
    isLast
      ? words.t('From now on your password alone opens the account.')
      : words.t('From now on a sign-in asks for your passkey or a recovery code.'),
    askForPassword(words, facts),
  ]);

export const recoveryCodeMail = (to: To, left: number): MailMessage =>
  mail(to, (words, facts) => [
    words.t('A recovery code of your {company} account was used', { company: facts.company }),
    words.t(
      'Somebody signed in with one of your recovery codes. {left, plural, one {One is left} other {# are left}}; you can get new ones on the security page.',
      { left },
    ),
    changePassword(words, facts),
  ]);

/** Whoever enters codes has the password already. */
export const codesGuessedMail = (to: To): MailMessage =>
  mail(to, (words, facts) => [
    words.t('Someone has the password of your {company} account', { company: facts.company }),
    words.t(
      'We’ve seen many sign-ins with the right password and a wrong second factor. Nobody got in. Change your password now.',
    ),
    changePassword(words, facts),
  ]);

export const passkeyAddedMail = (to: To, name: string): MailMessage =>
  mail(to, (words, facts) => [
    words.t('A passkey was added to your {company} account', { company: facts.company }),
    words.t('The passkey “{name}” now opens your account, and a sign-in with your password asks for a second factor.', {
      name,
    }),
    words.t('If this wasn’t you, remove it on the security page, change your password and write to {email}.', {
      email: facts.email,
    }),
  ]);

export const passkeyRemovedMail = (to: To, name: string): MailMessage =>
  mail(to, (words, facts) => [
    words.t('A passkey of your {company} account was removed', { company: facts.company }),
    words.t('The passkey “{name}” no longer opens your account.', { name }),
    changePassword(words, facts),
  ]);

/** Its counter went backwards. */
export const passkeyCopiedMail = (to: To, name: string): MailMessage =>
  mail(to, (words, facts) => [
    words.t('A passkey of your {company} account may have been copied', { company: facts.company }),
    words.t(
      'A sign-in with the passkey “{name}” was refused, because the device had signed less often than before. That happens when a passkey was copied. Remove it on the security page and add a new one.',
      { name },
    ),
    words.t('If this wasn’t you, remove it now and write to {email}.', { email: facts.email }),
  ]);
