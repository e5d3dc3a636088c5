import { appDnsPath, appManagePath, appUpgradePath } from '../app/app.paths.ts';
import { dnsPath } from '../dns/dns-address.ts';
import { domainPath, domainUpgradePath } from '../domain/domain-address.ts';
import type { Workload } from './workload.ts';

type Asked = Pick<Workload, 'kind' | 'id'>;

/** The page of its domain. */
export const workloadDomainPath = ({ kind, id }: Asked): string =>
  kind === 'site' ? domainPath(id) : appManagePath(id);

/** Where it gets a domain of its own, and what is left to do afterwards. */
export const workloadUpgradePath = (
  { kind, id }: Asked,
  step: 'bring-your-own-domain' | 'finish',
  chosen: { domain?: string } = {},
): string => (kind === 'site' ? domainUpgradePath(step, id, chosen) : appUpgradePath(step, id, chosen));

/** The records of its domain. */
export const workloadDnsPath = ({ kind, id }: Asked): string => (kind === 'site' ? dnsPath(id) : appDnsPath(id));
