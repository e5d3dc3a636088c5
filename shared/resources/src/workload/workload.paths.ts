import { appDnsPath, appManagePath, appSslPath, appUpgradePath } from '../app/app.paths.ts';
import { dnsPath } from '../dns/dns-address.ts';
import { domainPath, domainUpgradePath } from '../domain/domain-address.ts';
import { sslPath } from '../ssl/ssl-address.ts';
import type { Workload } from './workload.ts';

type Asked = Pick<Workload, 'kind' | 'id'>;

/** The page of its domain. */
export const workloadDomainPath = ({ kind, id }: Asked): string =>
  kind === 'site' ? domainPath(id) : appManagePath(id);

/** Where it gets a domain of its own, and what is left to do afterwards. */
export const workloadUpgradePath = (
  { kind, id }: Asked,
  step: 'bring-your-own-domain' | 'finish',
  chosen: { domain?: string; typed?: string; change?: string } = {},
): string => (kind === 'site' ? domainUpgradePath(step, id, chosen) : appUpgradePath(step, id, chosen));

/** Its certificate. */
export const workloadSslPath = ({ kind, id }: Asked): string => (kind === 'site' ? sslPath(id) : appSslPath(id));

/** The records of its domain. */
export const workloadDnsPath = ({ kind, id }: Asked): string => (kind === 'site' ? dnsPath(id) : appDnsPath(id));
