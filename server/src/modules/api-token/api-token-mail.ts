import { addressOf } from '../../config/config.ts';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import type { MailMessage } from '../../context/app-context.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { ApiTokenRow } from './api-token.repo.ts';

/** Notifies the owner of a new token, so that a theft of the account is noticed. */
export function apiTokenMail(
  { app, partner }: Pick<CallContext, 'app' | 'partner'>,
  owner: Pick<UserRow, 'email' | 'language'>,
  { name, prefix }: Pick<ApiTokenRow, 'name' | 'prefix'>,
): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, owner, ({ t }) => ({
    subject: t('A new API token for {company}', { company }),
    paragraphs: [
      t('The API token “{name}” ({prefix}…) was created for your {company} account.', { name, prefix, company }),
      t('If this wasn’t you, change your password, revoke the token and contact support.'),
    ],
    action: {
      label: t('Review API tokens'),
      url: `${addressOf(app.config, partner.domain)}/my-account/api-tokens`,
      note: t('Programs that have the token can use your account as far as its scopes allow.'),
    },
  }));
}
