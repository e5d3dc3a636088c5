import type { StatusState } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { Words } from '../../context/words.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { stateOf } from './public-incident.ts';
import type { Mailing, SubscriberRow } from './status-mail.repo.ts';

type Deps = Pick<AppContext, 'config'>;

/** A link of a subscriber's emails. */
const linkOf = ({ config }: Deps, partner: PartnerRow, page: 'confirm' | 'unsubscribe', token: string): string =>
  `${addressOf(config, partner.domain)}/status/${page}?token=${token}`;

/** The state of an incident in the language of an email. */
const stateIn = ({ t }: Words, state: StatusState): string =>
  ({
    planned: t('Planned'),
    in_progress: t('In progress'),
    investigating: t('Investigating'),
    identified: t('Identified'),
    monitoring: t('Monitoring'),
    resolved: t('Resolved'),
  })[state];

/** The email of an update to one subscriber, who has no account: it is in the partner's language. */
export function updateMail(
  deps: Deps,
  { update, incident, partner }: Mailing,
  subscriber: SubscriberRow,
  now: Date,
): MailMessage {
  const unsubscribeUrl = linkOf(deps, partner, 'unsubscribe', subscriber.token);
  const mail = brandedMail(partner, { email: subscriber.email }, (words) => {
    const { t, time } = words;
    const window =
      incident.kind === 'maintenance' && incident.untilAt
        ? [t('Maintenance from {from} to {to}.', { from: time(incident.fromAt), to: time(incident.untilAt) })]
        : [];
    return {
      subject: `${stateIn(words, update.step ?? stateOf(incident, now))}: ${incident.title}`,
      paragraphs: [
        ...window,
        { text: update.text, own: true },
        t('To get no more of these emails: {url}', { url: unsubscribeUrl }),
      ],
      action: {
        label: t('Open the status page'),
        url: `${addressOf(deps.config, partner.domain)}/status`,
        note: t('There you see what is known now.'),
      },
    };
  });
  return { ...mail, unsubscribeUrl };
}

/** The email to an address that somebody entered: it asks for a confirmation, or says that there is one already. */
export function askingMail(deps: Deps, partner: PartnerRow, subscriber: SubscriberRow): MailMessage {
  const company = companyOf(partner);
  const to = { email: subscriber.email };
  if (subscriber.confirmedAt !== null) {
    const unsubscribeUrl = linkOf(deps, partner, 'unsubscribe', subscriber.token);
    const mail = brandedMail(partner, to, ({ t }) => ({
      subject: t('You already get the status of {company} by email', { company }),
      paragraphs: [t('Somebody entered your address again, probably you. Nothing has changed.')],
      action: {
        label: t('Unsubscribe'),
        url: unsubscribeUrl,
        note: t('Only if you want no more of these emails.'),
      },
    }));
    return { ...mail, unsubscribeUrl };
  }
  return brandedMail(partner, to, ({ t }) => ({
    subject: t('Confirm that you want the status of {company} by email', { company }),
    paragraphs: [
      t('Somebody entered your address on our status page, probably you.'),
      t(
        'Confirm it to get an email when there is an incident or a planned maintenance. Otherwise do nothing: we don’t write again.',
      ),
    ],
    action: {
      label: t('Confirm your address'),
      url: linkOf(deps, partner, 'confirm', subscriber.token),
      note: t('The link works for two days.'),
    },
  }));
}
