import { t } from '@panel/core';
import type { DnsRecord, DnsType, MailFinding } from '@panel/core';

type Field = { label: string; help?: string; placeholder: string };

/** What each type is for, and its main field. */
export const DNS_TYPE_LABELS: Readonly<Record<DnsType, { about: string; value: Field }>> = {
  A: { about: t('Points a name to an IPv4 address.'), value: { label: t('IPv4 address'), placeholder: '192.0.2.1' } },
  AAAA: {
    about: t('Points a name to an IPv6 address.'),
    value: { label: t('IPv6 address'), placeholder: t('2001:db8::1') },
  },
  CNAME: {
    about: t('Makes a name an alias of another host.'),
    value: { label: t('Target'), placeholder: t('shop.example.com') },
  },
  MX: {
    about: t('Names the server that receives email.'),
    value: { label: t('Mail server'), placeholder: t('mail.example.com'), help: t('A single dot means no email.') },
  },
  TXT: {
    about: t('Holds a text, such as SPF, DKIM, or a proof of ownership.'),
    value: { label: t('Text'), placeholder: t('v=spf1 include:_spf.example.com -all') },
  },
  SRV: {
    about: t('Names the host and port of a service.'),
    value: { label: t('Host'), placeholder: t('sip.example.com'), help: t('A single dot means no such service.') },
  },
  CAA: {
    about: t('Limits who may issue certificates.'),
    value: { label: t('Authority'), placeholder: t('letsencrypt.org') },
  },
  NS: {
    about: t('Delegates a name to other name servers.'),
    value: { label: t('Name server'), placeholder: t('ns1.example.com') },
  },
  ALIAS: {
    about: t('Points the domain itself to a host name.'),
    value: { label: t('Target'), placeholder: t('shop.example.com') },
  },
};

const TTL_LABELS: readonly (readonly [seconds: number, label: string])[] = [
  [300, t('5 minutes')],
  [1800, t('30 minutes')],
  [3600, t('1 hour')],
  [14_400, t('4 hours')],
  [43_200, t('12 hours')],
  [86_400, t('1 day')],
];

/** A TTL in words, or in seconds. */
export const ttlLabel = (ttl: number): string =>
  TTL_LABELS.find(([seconds]) => seconds === ttl)?.[1] ??
  t('{count, plural, one {# second} other {# seconds}}', { count: ttl });

/** The choices for a TTL; one that is none of them is added. */
export const ttlChoices = (current: number) =>
  [...new Set([...TTL_LABELS.map(([seconds]) => seconds), current])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: ttlLabel(seconds) }));

/** Name of a record for its menu and messages. */
export const recordLabel = ({ type, name }: Pick<DnsRecord, 'type' | 'name'>): string => `${type} ${name}`;

/** How good a part of the mail settings is. */
export const MAIL_STATUS_LABELS = {
  good: { label: t('Good'), tone: 'success' },
  warning: { label: t('Could be better'), tone: 'warning' },
  bad: { label: t('Needs a change'), tone: 'danger' },
  unknown: { label: t('Not checked'), tone: 'neutral' },
} as const satisfies Record<MailFinding['status'], { label: string; tone: string }>;

/** What each part of the mail settings is for. */
export const MAIL_PARTS = [
  {
    key: 'mx',
    title: t('Receiving email (MX)'),
    about: t('MX records name the servers that receive email for the domain.'),
  },
  { key: 'spf', title: t('Senders (SPF)'), about: t('SPF lists the servers that may send email for the domain.') },
  {
    key: 'dmarc',
    title: t('Policy (DMARC)'),
    about: t('DMARC says what receivers do with email that fails SPF and DKIM, which is probably forged.'),
  },
] as const;
