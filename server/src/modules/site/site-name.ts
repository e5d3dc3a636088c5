import { SiteName } from '@panel/contract';
import * as v from 'valibot';
import { PanelError } from '../../kernel/errors.ts';

/** First labels that customers cannot use, because visitors would take them for the reseller's own. */
const RESERVED: ReadonlySet<string> = new Set([
  'www',
  'mail',
  'smtp',
  'imap',
  'pop',
  'pop3',
  'webmail',
  'email',
  'admin',
  'administrator',
  'root',
  'api',
  'panel',
  'app',
  'apps',
  'dashboard',
  'login',
  'signin',
  'signup',
  'account',
  'accounts',
  'auth',
  'sso',
  'secure',
  'billing',
  'pay',
  'payment',
  'payments',
  'support',
  'help',
  'status',
  'ns',
  'ns1',
  'ns2',
  'ns3',
  'ns4',
  'dns',
  'ftp',
  'sftp',
  'ssh',
  'cdn',
  'static',
  'assets',
  'autoconfig',
  'autodiscover',
  'localhost',
  'staging',
  'postmaster',
  'abuse',
  'security',
  'hostmaster',
  'webmaster',
  'noreply',
  'no-reply',
  'blog-admin',
  'cpanel',
  'whm',
  'phpmyadmin',
  'test-panel',
]);

/** What the addresses of previews end with. */
const PREVIEW_LABEL = /-[0-9a-f]{10}$/; // bounded: one run of ten characters, at the end

/** Whether the name is reserved: nobody can have it. */
export const isReserved = (label: string): boolean => RESERVED.has(label) || PREVIEW_LABEL.test(label);

/** The first label of an address below the partner's sites domain, or undefined for any other address. */
export function labelOf(fqdn: string, sitesDomain: string): string | undefined {
  const end = `.${sitesDomain}`;
  return fqdn.endsWith(end) ? fqdn.slice(0, -end.length) : undefined;
}

/**
 * The name of a new sub-domain site.
 * @throws PanelError VALIDATION on `field` when it is not a valid name below the partner's domain; NAME_RESERVED
 */
export function newSiteName(fqdn: string, sitesDomain: string, field: string): string {
  const label = labelOf(fqdn, sitesDomain);
  if (label === undefined)
    throw new PanelError('VALIDATION', {}, { fields: { [field]: `The name must end in .${sitesDomain}.` } });
  const checked = v.safeParse(SiteName, label);
  if (!checked.success) throw new PanelError('VALIDATION', {}, { fields: { [field]: checked.issues[0].message } });
  if (isReserved(label)) throw new PanelError('NAME_RESERVED');
  return label;
}
