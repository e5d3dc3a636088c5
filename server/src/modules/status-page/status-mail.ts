import type { StatusState } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { stateOf } from './public-incident.ts';
import type { Mailing, SubscriberRow } from './status-mail.repo.ts';

export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  planned: 'Planned',
  in_progress: 'In progress',
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

type Deps = Pick<AppContext, 'config'>;

/** A link of a subscriber's emails. */
const linkOf = ({ config }: Deps, partner: PartnerRow, page: 'confirm' | 'unsubscribe', token: string): string =>
  `${addressOf(config, partner.domain)}/status/${page}?token=${token}`;

/** The email of an update to one subscriber. */
export function updateMail(
  deps: Deps,
  { update, incident, partner }: Mailing,
  subscriber: SubscriberRow,
  now: Date,
): MailMessage {
  const unsubscribeUrl = linkOf(deps, partner, 'unsubscribe', subscriber.token);
  const window =
    incident.kind === 'maintenance' && incident.untilAt
      ? [`Maintenance from ${incident.fromAt.toUTCString()} to ${incident.untilAt.toUTCString()}.`]
      : [];
  return {
    ...brandedMail(partner, subscriber.email, {
      subject: `${STATE_WORDS[update.step ?? stateOf(incident, now)]}: ${incident.title}`,
      paragraphs: [...window, update.text, `To get no more of these emails: ${unsubscribeUrl}`],
      action: {
        label: 'Open the status page',
        url: `${addressOf(deps.config, partner.domain)}/status`,
        note: 'There you see what is known now.',
      },
    }),
    unsubscribeUrl,
  };
}

/** The email to an address that somebody entered: it asks for a confirmation, or says that there is one already. */
export function askingMail(deps: Deps, partner: PartnerRow, subscriber: SubscriberRow): MailMessage {
  const company = companyOf(partner);
  if (subscriber.confirmedAt !== null) {
    const unsubscribeUrl = linkOf(deps, partner, 'unsubscribe', subscriber.token);
    return {
      ...brandedMail(partner, subscriber.email, {
        subject: `You already get the status of ${company} by email`,
        paragraphs: ['Somebody entered your address again, probably you. Nothing has changed.'],
        action: { label: 'Unsubscribe', url: unsubscribeUrl, note: 'Only if you want no more of these emails.' },
      }),
      unsubscribeUrl,
    };
  }
  return brandedMail(partner, subscriber.email, {
    subject: `Confirm that you want the status of ${company} by email`,
    paragraphs: [
      'Somebody entered your address on our status page, probably you.',
      'Confirm it to get an email when there is an incident or a planned maintenance. Otherwise do nothing: we don’t write again.',
    ],
    action: {
      label: 'Confirm your address',
      url: linkOf(deps, partner, 'confirm', subscriber.token),
      note: 'The link works for two days.',
    },
  });
}
