import type { DnsRecord } from '../dns-record.ts';

/** A value that only the customer's account at the provider shows. */
export type MailValue = {
  key: string;
  label: string;
  placeholder: string;
  /** Where the provider shows it. */
  help: string;
  /** What is entered; its first group is what is used. */
  pattern: RegExp;
  /** Used while nothing is entered; without it, records that need the value are left out. */
  preset?: string;
};

type Shape<T> = T extends DnsRecord ? Omit<T, 'ttl'> : never;
/** A record with `{key}` for values, `{domain}`, and `{domain-id}`: the domain with - for its dots. */
export type MailRecord = Shape<Extract<DnsRecord, { type: 'MX' | 'TXT' | 'CNAME' }>>;

export type MailTemplate = {
  id: string;
  name: string;
  values: readonly MailValue[];
  records: readonly MailRecord[];
  /** The names of its mail servers, by which it is recognised. */
  servers: RegExp;
  /** Names of its DKIM keys. */
  selectors: readonly string[];
};

/** A policy to begin with: nothing is refused yet. */
const DMARC_START = { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none' } as const;
const SELECTOR = (name: string) => `${name}._domainkey`;

const DKIM_TEXT = {
  key: 'dkim',
  label: 'DKIM record',
  placeholder: 'v=DKIM1; k=rsa; p=…',
  // bounded: a TXT record, 4,096 characters (`MailTemplate`)
  pattern: /^(v=DKIM1\s*;.*\bp=[A-Za-z0-9+/= ]+;?)$/i,
} as const;

const mx = (priority: number, value: string) => ({ type: 'MX', name: '@', priority, value }) as const;
const txt = (name: string, value: string) => ({ type: 'TXT', name, value }) as const;
const cname = (name: string, value: string) => ({ type: 'CNAME', name, value }) as const;

/** Of a domain that neither receives nor sends email. */
export const NO_MAIL = 'none';

/** Records of the usual mail providers, as their documentation has them. */
export const MAIL_TEMPLATES: readonly MailTemplate[] = [
  {
    id: 'google',
    name: 'Google Workspace',
    servers: /(?:^|\.)google(?:mail)?\.com$/,
    selectors: ['google'],
    values: [
      {
        key: 'verification',
        label: 'Verification record',
        placeholder: 'google-site-verification=…',
        help: 'Shown when you add the domain in the Google Admin console',
        pattern: /^(google-site-verification=[\w-]+)$/i,
      },
      { ...DKIM_TEXT, help: 'Apps › Google Workspace › Gmail › Authenticate email' },
    ],
    records: [
      // support.google.com/a/answer/174125: one server since April 2023, instead of aspmx.l.google.com and four others.
      mx(1, 'smtp.google.com'),
      // support.google.com/a/answer/183895
      txt('@', '{verification}'),
      // support.google.com/a/answer/33786
      txt('@', 'v=spf1 include:_spf.google.com ~all'),
      // support.google.com/a/answer/174124: "google" is the selector unless another one is chosen.
      txt(SELECTOR('google'), '{dkim}'),
      // support.google.com/a/answer/2466580 begins with p=none.
      DMARC_START,
    ],
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    servers: /\.(?:mail\.protection\.outlook\.com|mx\.microsoft)$/,
    selectors: ['selector1', 'selector2'],
    values: [
      {
        key: 'verification',
        label: 'Verification record',
        placeholder: 'MS=ms12345678',
        help: 'Shown when you add the domain in the Microsoft 365 admin center',
        pattern: /^(MS=ms\d{6,12})$/i,
      },
      {
        key: 'server',
        label: 'Mail server',
        placeholder: 'example-com.mail.protection.outlook.com',
        help: 'The MX record under Settings › Domains; leave empty if it has this form',
        pattern: /^((?:[a-z0-9-]+\.)+(?:outlook\.com|mx\.microsoft))\.?$/i,
        preset: '{domain-id}.mail.protection.outlook.com',
      },
      {
        key: 'dkim',
        label: 'DKIM target of selector1',
        placeholder: 'selector1-example-com._domainkey.example.onmicrosoft.com',
        help: 'Microsoft Defender › Email authentication settings › DKIM; the second key follows from it',
        pattern: /^selector1-([a-z0-9-]+\._domainkey\.(?:[a-z0-9-]+\.)+(?:onmicrosoft\.com|mail\.microsoft))\.?$/i,
      },
    ],
    records: [
      // learn.microsoft.com/microsoft-365/enterprise/external-domain-name-system-records
      mx(0, '{server}'),
      txt('@', '{verification}'),
      txt('@', 'v=spf1 include:spf.protection.outlook.com -all'),
      cname('autodiscover', 'autodiscover.outlook.com'),
      // learn.microsoft.com/defender-office-365/email-authentication-dkim-configure
      cname(SELECTOR('selector1'), 'selector1-{dkim}'),
      cname(SELECTOR('selector2'), 'selector2-{dkim}'),
      // learn.microsoft.com/defender-office-365/email-authentication-dmarc-configure begins with p=none.
      DMARC_START,
    ],
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    servers: /\.messagingengine\.com$/,
    selectors: ['fm1', 'fm2', 'fm3'],
    values: [],
    records: [
      // fastmail.help/hc/en-us/articles/360060591153: MX, SPF, and CNAME records for three keys. Its SPF record ends in
      // ?all, which says nothing about other senders; ~all marks them.
      mx(10, 'in1-smtp.messagingengine.com'),
      mx(20, 'in2-smtp.messagingengine.com'),
      txt('@', 'v=spf1 include:spf.messagingengine.com ~all'),
      cname(SELECTOR('fm1'), 'fm1.{domain}.dkim.fmhosted.com'),
      cname(SELECTOR('fm2'), 'fm2.{domain}.dkim.fmhosted.com'),
      cname(SELECTOR('fm3'), 'fm3.{domain}.dkim.fmhosted.com'),
      DMARC_START,
    ],
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    servers: /\.zoho\.(?:com|eu|in|com\.au|jp)$/,
    selectors: ['zmail'],
    values: [
      {
        key: 'region',
        label: 'Data center',
        placeholder: 'com',
        help: 'The end of the address where you sign in: com, eu, in, com.au or jp',
        pattern: /^(com|eu|in|com\.au|jp)$/i,
        preset: 'com',
      },
      {
        key: 'verification',
        label: 'Verification record',
        placeholder: 'zoho-verification=zb…',
        help: 'Shown when you add the domain in the Zoho Mail admin console',
        pattern: /^(zoho-verification=[\w.-]+)$/i,
      },
      { ...DKIM_TEXT, help: 'Domains › DKIM, with the selector zmail' },
    ],
    records: [
      // zoho.com/mail/help/adminconsole/configure-email-delivery.html
      mx(10, 'mx.zoho.{region}'),
      mx(20, 'mx2.zoho.{region}'),
      mx(50, 'mx3.zoho.{region}'),
      // zoho.com/mail/help/adminconsole/domain-verification.html
      txt('@', '{verification}'),
      // zoho.com/mail/help/adminconsole/spf-configuration.html
      txt('@', 'v=spf1 include:zohomail.{region} ~all'),
      // zoho.com/mail/help/adminconsole/dkim-configuration.html
      txt(SELECTOR('zmail'), '{dkim}'),
      // zoho.com/mail/help/adminconsole/dmarc-policy.html begins with p=none.
      DMARC_START,
    ],
  },
  {
    id: 'proton',
    name: 'Proton Mail',
    servers: /\.protonmail\.ch$/,
    selectors: ['protonmail', 'protonmail2', 'protonmail3'],
    values: [
      {
        key: 'verification',
        label: 'Verification record',
        placeholder: 'protonmail-verification=…',
        help: 'Settings › Domain names › Verify',
        pattern: /^(protonmail-verification=[0-9a-f]+)$/i,
      },
      {
        key: 'dkim',
        label: 'DKIM target of protonmail',
        placeholder: 'protonmail.domainkey.….domains.proton.ch',
        help: 'Settings › Domain names › DKIM; the other two keys follow from it',
        pattern: /^protonmail\.domainkey\.([a-z0-9]+)\.domains\.proton\.ch\.?$/i,
      },
    ],
    records: [
      // proton.me/support/custom-domain
      txt('@', '{verification}'),
      mx(10, 'mail.protonmail.ch'),
      mx(20, 'mailsec.protonmail.ch'),
      // proton.me/support/anti-spoofing-custom-domain: SPF, and CNAME records for three keys.
      txt('@', 'v=spf1 include:_spf.protonmail.ch ~all'),
      cname(SELECTOR('protonmail'), 'protonmail.domainkey.{dkim}.domains.proton.ch'),
      cname(SELECTOR('protonmail2'), 'protonmail2.domainkey.{dkim}.domains.proton.ch'),
      cname(SELECTOR('protonmail3'), 'protonmail3.domainkey.{dkim}.domains.proton.ch'),
      // The same page recommends p=quarantine, once DKIM is set.
      DMARC_START,
    ],
  },
  {
    id: 'icloud',
    name: 'iCloud+',
    servers: /\.mail\.icloud\.com$/,
    selectors: ['sig1'],
    values: [
      {
        key: 'verification',
        label: 'Verification record',
        placeholder: 'apple-domain=…',
        help: 'iCloud settings › Custom Email Domain',
        pattern: /^(apple-domain=\w+)$/i,
      },
    ],
    records: [
      // support.apple.com/102540 and the set-up page of iCloud.
      txt('@', '{verification}'),
      mx(10, 'mx01.mail.icloud.com'),
      mx(10, 'mx02.mail.icloud.com'),
      txt('@', 'v=spf1 include:icloud.com ~all'),
      cname(SELECTOR('sig1'), 'sig1.dkim.{domain}.at.icloudmailadmin.com'),
      DMARC_START,
    ],
  },
  {
    id: NO_MAIL,
    name: 'No mail for this domain',
    servers: /^$/,
    selectors: [],
    values: [],
    records: [
      // RFC 7505, 3: the null MX.
      mx(0, '.'),
      // RFC 7208, 10.1.2: a domain that sends no mail.
      txt('@', 'v=spf1 -all'),
      // RFC 7489, 6.3: refuse what claims to come from it.
      txt('_dmarc', 'v=DMARC1; p=reject'),
    ],
  },
];
