import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { brandedMail } from '../mail/mail-template.ts';

type To = { partner: PartnerRow; user: Pick<UserRow, 'email'> };

/** What happened, and what its owner does if it was somebody else. */
const mail = ({ partner, user }: To, subject: string, happened: string, otherwise: string): MailMessage =>
  brandedMail(partner, user.email, {
    subject,
    paragraphs: [happened, `If this wasn’t you, ${otherwise} and write to ${partner.supportEmail}.`],
  });

export const factorAddedMail = (to: To): MailMessage =>
  mail(
    to,
    `An authenticator app was added to your ${companyOf(to.partner)} account`,
    'From now on a sign-in asks for a code of the app. Keep your recovery codes where you find them without your phone.',
    'request a new password on the sign-in page',
  );

export const factorRemovedMail = (to: To, isLast: boolean): MailMessage =>
  mail(
    to,
    `The authenticator app of your ${companyOf(to.partner)} account was removed`,
    isLast
      ? 'From now on your password alone opens the account.'
      : 'From now on a sign-in asks for your passkey or a recovery code.',
    'request a new password on the sign-in page',
  );

export const recoveryCodeMail = (to: To, left: number): MailMessage =>
  mail(
    to,
    `A recovery code of your ${companyOf(to.partner)} account was used`,
    `Somebody signed in with one of your recovery codes. ${left === 1 ? 'One is left' : `${left} are left`}; you can get new ones on the security page.`,
    'change your password',
  );

/** Whoever enters codes has the password already. */
export const codesGuessedMail = (to: To): MailMessage =>
  mail(
    to,
    `Someone has the password of your ${companyOf(to.partner)} account`,
    'We’ve seen many sign-ins with the right password and a wrong second factor. Nobody got in. Change your password now.',
    'change your password',
  );

export const passkeyAddedMail = (to: To, name: string): MailMessage =>
  mail(
    to,
    `A passkey was added to your ${companyOf(to.partner)} account`,
    `The passkey “${name}” now opens your account, and a sign-in with your password asks for a second factor.`,
    'remove it on the security page, change your password',
  );

export const passkeyRemovedMail = (to: To, name: string): MailMessage =>
  mail(
    to,
    `A passkey of your ${companyOf(to.partner)} account was removed`,
    `The passkey “${name}” no longer opens your account.`,
    'change your password',
  );

/** Its counter went backwards. */
export const passkeyCopiedMail = (to: To, name: string): MailMessage =>
  mail(
    to,
    `A passkey of your ${companyOf(to.partner)} account may have been copied`,
    `A sign-in with the passkey “${name}” was refused, because the device had signed less often than before. That happens when a passkey was copied. Remove it on the security page and add a new one.`,
    'remove it now',
  );
