import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { brandedMail } from '../mail/mail-template.ts';

type To = { partner: PartnerRow; user: Pick<UserRow, 'email'> };

/** Notifies the owner that an account elsewhere now opens theirs. */
export const linkedMail = ({ partner, user }: To, provider: string, email: string): MailMessage =>
  brandedMail(partner, user.email, {
    subject: `${provider} now opens your ${companyOf(partner)} account`,
    paragraphs: [
      `The ${provider} account of ${email} was linked with your ${companyOf(partner)} account, and now opens it.`,
      `If this wasn’t you, unlink it on the security page, change your password, and write to ${partner.supportEmail}.`,
    ],
  });

export const unlinkedMail = ({ partner, user }: To, provider: string): MailMessage =>
  brandedMail(partner, user.email, {
    subject: `${provider} no longer opens your ${companyOf(partner)} account`,
    paragraphs: [
      `Your ${provider} account was unlinked from your ${companyOf(partner)} account.`,
      `If this wasn’t you, change your password and write to ${partner.supportEmail}.`,
    ],
  });
