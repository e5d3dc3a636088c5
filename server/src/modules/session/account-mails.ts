import type { LinkKind } from '@panel/contract';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import { addressOf } from '../../config/config.ts';
import { isStaff, type PartnerRow, type RequestFacts, type UserRow } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { Words } from '../../context/words.ts';
import { deviceOf } from '../../lib/device.ts';
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
export async function passwordLink(
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

const resetNote = ({ t }: Words): string => t('The link works once, within one hour.');
const setNote = ({ t }: Words): string => t('The link works once, within three days.');
const ignore = ({ t }: Words): string =>
  t('If you didn’t request this, you can ignore this email. Nothing was changed.');

/** Email for a new account without a password. */
export async function welcomeMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'set_password');
  return brandedMail(partner, user, (words) => ({
    subject: words.t('Set your password for {company}', { company }),
    paragraphs: [words.t('Welcome to {company}. Set a password to open your account.', { company }), ignore(words)],
    action: { label: words.t('Set password'), url, note: setNote(words) },
  }));
}

/** Email for an account that staff have created. */
export async function invitationMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'set_password');
  return brandedMail(partner, user, (words) => ({
    subject: words.t('Your account with {company}', { company }),
    paragraphs: [
      words.t('{company} has created an account for you. Set a password to open it.', { company }),
      words.t('If you don’t expect this, you can ignore this email, or write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
    action: { label: words.t('Set password'), url, note: setNote(words) },
  }));
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
  // The address alone: a name is free text, and this email goes to strangers.
  const name = account.email;
  return brandedMail(partner, user, (words) => ({
    subject: words.t('You were invited to an account with {company}', { company }),
    paragraphs: [
      words.t('{name} has given you access to their {company} account. Set a password to open it.', { name, company }),
      words.t('If you don’t expect this, you can ignore this email, or write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
    action: { label: words.t('Set password'), url, note: setNote(words) },
  }));
}

/** Email for a sign-up with an address that already has an account. */
export async function knownAddressMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user, (words) => ({
    subject: words.t('You already have an account with {company}', { company }),
    paragraphs: [
      words.t(
        'Someone requested a {company} account for this address. You already have one: sign in with your password, or set a new one.',
        { company },
      ),
      ignore(words),
    ],
    action: { label: words.t('Set a new password'), url, note: resetNote(words) },
  }));
}

/** Email for an address that nobody can use, because the change of an account's email can be undone. */
export function reservedMail(partner: PartnerRow, { email, until, language }: Reserved): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, { email, language }, (words) => ({
    subject: words.t('This address can’t be used for a {company} account yet', { company }),
    paragraphs: [
      words.t(
        'Someone wanted to use this address for a {company} account. Until recently it was the email of another one, and that change can still be undone: the link is in the email that we sent here then.',
        { company },
      ),
      words.t('From {day} (UTC) on it can be used.', { day: words.day(until) }),
      ignore(words),
    ],
  }));
}

/** Email for a forgotten password. */
export async function resetMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user, (words) => ({
    subject: words.t('Set a new password for {company}', { company }),
    paragraphs: [words.t('Someone requested a new password for your {company} account.', { company }), ignore(words)],
    action: { label: words.t('Set a new password'), url, note: resetNote(words) },
  }));
}

/** Notifies the owner that the password was changed, so that a theft is noticed. */
export function changedMail(partner: PartnerRow, user: UserRow): MailMessage {
  const company = companyOf(partner);
  return brandedMail(partner, user, ({ t }) => ({
    subject: t('Your password for {company} was changed', { company }),
    paragraphs: [
      t('The password of your {company} account has just been changed.', { company }),
      t('If this wasn’t you, request a new password on the sign-in page now and write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
  }));
}

/** Notifies the owner of many failed attempts to sign in, with a link that lets their browser in. */
export async function guessedMail(deps: Deps, partner: PartnerRow, user: UserRow): Promise<MailMessage> {
  const company = companyOf(partner);
  const url = await passwordLink(deps, partner, user, 'reset_password');
  return brandedMail(partner, user, (words) => ({
    subject: words.t('Someone is trying to sign in to your {company} account', { company }),
    paragraphs: [
      words.t(
        'We’ve seen many attempts to sign in to your {company} account with a wrong password. Nobody got in, and nothing was changed.',
        { company },
      ),
      words.t(
        'New browsers now have to wait between attempts. Browsers that you’ve signed in with before work as usual.',
      ),
      words.t('If you can’t sign in, set a new password. The browser that you do it in won’t have to wait.'),
    ],
    action: { label: words.t('Set a new password'), url, note: resetNote(words) },
  }));
}

/** `Firefox on Linux`, or as much of it as the browser says. */
function deviceIn({ t }: Words, userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  return browser && system
    ? t('{browser} on {system}', { browser, system })
    : (browser ?? system ?? t('an unknown device'));
}

/** Notifies the owner of a sign-in with a browser that nobody has used for the account before. */
export function newBrowserMail(
  { config, clock }: Deps,
  { partner, user, request }: { partner: PartnerRow; user: UserRow; request: Pick<RequestFacts, 'ip' | 'userAgent'> },
): MailMessage {
  const company = companyOf(partner);
  const page = isStaff(user) ? '/security' : '/my-account/security';
  return brandedMail(partner, user, (words) => ({
    subject: words.t('New sign-in to your {company} account', { company }),
    paragraphs: [
      words.t('Your {company} account was signed in to with {device} from {ip}, {time}.', {
        ...{ company, ip: request.ip },
        device: deviceIn(words, request.userAgent),
        time: words.time(clock.now()),
      }),
      words.t('If this was you, there’s nothing to do.'),
      words.t('If it wasn’t, sign the browser out, change your password, and write to {email}.', {
        email: partner.supportEmail,
      }),
    ],
    action: {
      label: words.t('Review sessions'),
      url: `${addressOf(config, partner.domain)}${page}`,
      note: words.t('The page lists every browser that is signed in.'),
    },
  }));
}
