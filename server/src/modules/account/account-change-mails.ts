import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '@panel/contract';
import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { brandedMail } from '../mail/mail-template.ts';

const ONCE = `The link works once, within ${EMAIL_CHANGE_HOURS} hours.`;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Asks the address that the account has whether it may be changed, and says how to stop that. */
export function oldAddressMail(
  partner: PartnerRow,
  to: string,
  { email, url, undoUrl }: { email: string; url: string; undoUrl: string },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, {
    subject: `Confirm the new email of your ${company} account`,
    paragraphs: [
      `Someone who is signed in to your ${company} account wants to change its email to ${email}.`,
      'Nothing changes before you confirm it here and with the link that we’ve sent to the new address.',
      `If this wasn’t you, stop it here, then change your password: ${undoUrl}`,
    ],
    action: { label: 'Confirm the change', url, note: ONCE },
  });
}

/** Asks the new address. It does not name the account: the address may have been mistyped. */
export function newAddressMail(partner: PartnerRow, to: string, url: string): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, {
    subject: `Confirm this email for your ${company} account`,
    paragraphs: [
      `Someone wants to use this address for their ${company} account.`,
      'If you don’t know about it, you can ignore this email. The address is not used then.',
    ],
    action: { label: 'Confirm this address', url, note: ONCE },
  });
}

/** Goes to an address that already has an account, instead of the question: the panel tells nobody else. */
export function takenAddressMail(partner: PartnerRow, to: string): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, {
    subject: `This address already has a ${company} account`,
    paragraphs: [
      `Someone wanted to use this address for another ${company} account. It already has one, so nothing was changed.`,
      'If that was you, sign in with this address, or use another one.',
    ],
  });
}

/** Notifies the old address that the change is done, with the link that undoes it. */
export function emailChangedMail(
  partner: PartnerRow,
  to: string,
  { email, undoUrl }: { email: string; undoUrl: string },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, {
    subject: `The email of your ${company} account was changed`,
    paragraphs: [
      `Your ${company} account now has the email ${email}. You sign in with it from now on.`,
      'If this wasn’t you, undo it. Everyone is signed out then, and we send you a link to set a new password. Passkeys, authenticator apps, recovery codes and linked accounts that were added since the change was asked for are removed.',
    ],
    action: { label: 'Undo the change', url: undoUrl, note: `The link works once, within ${EMAIL_UNDO_DAYS} days.` },
  });
}

/** Says when the account will be deleted, with the link that undoes it. */
export function deletionMail(
  partner: PartnerRow,
  to: string,
  { url, endsAt }: { url: string; endsAt: Date },
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, to, {
    subject: `Your ${company} account will be deleted`,
    paragraphs: [
      `Your ${company} account will be deleted on ${dayOf(endsAt)} (UTC), with everything that belongs to it. Until then nobody can sign in to it, and visitors of your sites see that they are not available.`,
      `If you change your mind, or if this wasn’t you, keep it. You can also write to ${partner.supportEmail}.`,
    ],
    action: { label: 'Keep my account', url, note: 'The link works once, until the account is deleted.' },
  });
}
