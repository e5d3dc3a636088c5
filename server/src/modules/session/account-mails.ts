import type { LinkKind } from '@panel/contract';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import { addressOf } from '../../config/config.ts';
import { isStaff, type PartnerRow, type RequestFacts, type UserRow } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { companyOf } from '../../context/public-partner.ts';
import { deviceName } from '../../lib/device.ts';
import type { Reserved } from '../user/reserved-email.repo.ts';
import { insertToken } from './token.repo.ts';

const HOUR_MS = 3_600_000;
const SET_LINK_MS = 72 * HOUR_MS;
const RESET_LINK_MS = HOUR_MS;

type Deps = Pick<AppContext, 'config' | 'db' | 'clock'>;

const LINKS: Record<LinkKind, { path: string; lifeMs: number }> = {
  set_password: { path: '/setPassword', lifeMs: SET_LINK_MS },
  reset_password: { path: '/resetPassword', lifeMs: RESET_LINK_MS },
};

/** A one-time link to set a password, always on the partner's own address. */
async function passwordLink(
  { config, db, clock }: Deps,
  partner: PartnerRow,
  user: UserRow,
  kind: LinkKind,
): Promise<string> {
  const token = randomId();
  const { path, lifeMs } = LINKS[kind];
  await insertToken(db, {
    tokenHash: idHash(token),
    kind,
    userId: user.id,
    expiresAt: new Date(clock.now().getTime() + lifeMs),
  });
  return `${addressOf(config, partner.domain)}${path}?token=${token}`;
}

const RESET_NOTE = 'The link works once, within one hour.';
const IGNORE = 'If you didn’t request this, you can ignore this email. Nothing was changed.';

/** Email for a new account without a password. */
export async function welcomeMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'set_password');
  return brandedMail(partner, user.email, {
    subject: `Set your password for ${company}`,
    paragraphs: [`Welcome to ${company}. Set a password to open your account.`, IGNORE],
    action: { label: 'Set password', url, note: 'The link works once, within three days.' },
  });
}

/** Email for an account that staff have created. */
export async function invitationMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'set_password');
  return brandedMail(partner, user.email, {
    subject: `Your account with ${company}`,
    paragraphs: [
      `${company} has created an account for you. Set a password to open it.`,
      `If you don’t expect this, you can ignore this email, or write to ${partner.supportEmail}.`,
    ],
    action: { label: 'Set password', url, note: 'The link works once, within three days.' },
  });
}

/** Email for somebody whom a customer has let into their account. */
export async function memberMail(
  deps: Deps,
  partner: PartnerRow,
  user: UserRow,
  account: UserRow,
): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'set_password');
  const who = `${account.firstname} ${account.lastname}`.trim();
  const name = who ? `${who} (${account.email})` : account.email;
  return brandedMail(partner, user.email, {
    subject: `You were invited to an account with ${company}`,
    paragraphs: [
      `${name} has given you access to their ${company} account. Set a password to open it.`,
      `If you don’t expect this, you can ignore this email, or write to ${partner.supportEmail}.`,
    ],
    action: { label: 'Set password', url, note: 'The link works once, within three days.' },
  });
}

/** Email for a sign-up with an address that already has an account. */
export async function knownAddressMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user.email, {
    subject: `You already have an account with ${company}`,
    paragraphs: [
      `Someone requested a ${company} account for this address. You already have one: sign in with your password, or set a new one.`,
      IGNORE,
    ],
    action: { label: 'Set a new password', url, note: RESET_NOTE },
  });
}

/** Email for an address that nobody can use, because the change of an account's email can be undone. */
export function reservedMail(partner: PartnerRow, { email, until }: Reserved): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, email, {
    subject: `This address can’t be used for a ${company} account yet`,
    paragraphs: [
      `Someone wanted to use this address for a ${company} account. Until recently it was the email of another one, and that change can still be undone: the link is in the email that we sent here then.`,
      `From ${until.toISOString().slice(0, 10)} (UTC) on it can be used.`,
      IGNORE,
    ],
  });
}

/** Email for a forgotten password. */
export async function resetMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user.email, {
    subject: `Set a new password for ${company}`,
    paragraphs: [`Someone requested a new password for your ${company} account.`, IGNORE],
    action: { label: 'Set a new password', url, note: RESET_NOTE },
  });
}

/** Notifies the owner that the password was changed, so that a theft is noticed. */
export function changedMail(partner: PartnerRow, user: UserRow): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, user.email, {
    subject: `Your password for ${company} was changed`,
    paragraphs: [
      `The password of your ${company} account has just been changed.`,
      `If this wasn’t you, request a new password on the sign-in page now and write to ${partner.supportEmail}.`,
    ],
  });
}

/** Notifies the owner of many failed attempts to sign in, with a link that lets their browser in. */
export async function guessedMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user.email, {
    subject: `Someone is trying to sign in to your ${company} account`,
    paragraphs: [
      `We’ve seen many attempts to sign in to your ${company} account with a wrong password. Nobody got in, and nothing was changed.`,
      'New browsers now have to wait between attempts. Browsers that you’ve signed in with before work as usual.',
      'If you can’t sign in, set a new password. The browser that you do it in won’t have to wait.',
    ],
    action: { label: 'Set a new password', url, note: RESET_NOTE },
  });
}

/** Notifies the owner of a sign-in with a browser that nobody has used for the account before. */
export function newBrowserMail(
  { config, clock }: Deps,
  { partner, user, request }: { partner: PartnerRow; user: UserRow; request: Pick<RequestFacts, 'ip' | 'userAgent'> },
): MailMessage {
  const company = companyOf(partner);
  const at = `${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const page = !isStaff(user) ? '/my-account/security' : '/security';
  return brandedMail(partner, user.email, {
    subject: `New sign-in to your ${company} account`,
    paragraphs: [
      `Your ${company} account was signed in to with ${deviceName(request.userAgent)} from ${request.ip}, ${at}.`,
      'If this was you, there’s nothing to do.',
      `If it wasn’t, sign the browser out, change your password, and write to ${partner.supportEmail}.`,
    ],
    action: {
      label: 'Review sessions',
      url: `${addressOf(config, partner.domain)}${page}`,
      note: 'The page lists every browser that is signed in.',
    },
  });
}
