import type { MailMessage } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { brandedMail } from '../mail/mail-template.ts';

type To = { partner: PartnerRow; user: Pick<UserRow, 'email' | 'language'> };

/** Notifies the owner that an account elsewhere now opens theirs. */
export function linkedMail({ partner, user }: To, provider: string, email: string): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, user, ({ t }) => ({
    subject: t('{provider} now opens your {company} account', { provider, company }),
    paragraphs: [
      t('The {provider} account of {email} was linked with your {company} account, and now opens it.', {
        ...{ provider, email, company },
      }),
      t('If this wasn’t you, unlink it on the security page, change your password, and write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
  }));
}

export function unlinkedMail({ partner, user }: To, provider: string): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, user, ({ t }) => ({
    subject: t('{provider} no longer opens your {company} account', { provider, company }),
    paragraphs: [
      t('Your {provider} account was unlinked from your {company} account.', { provider, company }),
      t('If this wasn’t you, change your password and write to {email}.', { email: partner.supportEmail }),
    ],
  }));
}
