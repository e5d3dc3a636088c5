import { parse } from 'tldts';
import type { Config } from '../../config/config.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { registrable, SPECIAL } from '../domain/domain-name.ts';
import { isCustomers, usedNames } from './reseller-names.repo.ts';

type Names = { host?: string | undefined; sitesDomain?: string | undefined; nameserverDomain?: string | undefined };
type Where = { config: Pick<Config, 'publicUrl'>; except?: PartnerRow };

const endingOf = (name: string): string => name.split('.').at(-1) ?? '';
const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

const TOGETHER =
  'Sites need a domain of their own: a site below the domain of a panel could set cookies for it. Enter another one.';

const OTHERS_BELOW = 'Sites or name servers of another partner are below this domain. Enter another one.';

/** Why no name can be this one, whatever it is for, or null. An installation on `localhost` has its partners there. */
function refusalOfName(name: string, { publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const ending = endingOf(name);
  if (SPECIAL.has(ending) && ending !== endingOf(new URL(publicUrl).hostname))
    return `Names that end in “.${ending}” are reserved. Enter another one.`;
  if (parse(name, { allowPrivateDomains: true }).domain === null)
    return 'Others register their domains below this one. Enter a domain of your own.';
  return null;
}

/**
 * Refuses names that a partner cannot have; the caller holds the lock of `lockNames`.
 * @throws PanelError VALIDATION with the field
 */
export async function checkNames(
  tx: Database,
  { host, sitesDomain, nameserverDomain }: Names,
  { config, except }: Where,
): Promise<void> {
  const used = await usedNames(tx, except?.id);
  const refusal = async (name: string, others: readonly string[]): Promise<string | null> => {
    const refused = refusalOfName(name, config);
    if (refused) return refused;
    if (used.hosts.includes(name) || used.sitesDomains.includes(name)) return 'Another partner has this name.';
    if (used.sitesDomains.some((domain) => isWithin(name, domain)))
      return 'Sites of another partner are below this domain. Enter another one.';
    if (used.nameservers.some((server) => isWithin(name, server)))
      return 'This name is reserved for name servers. Enter another one.';
    if (await isCustomers(tx, name)) return 'This name belongs to a customer’s site or domain. Enter another one.';
    return others.some((other) => registrable(other) === registrable(name)) ? TOGETHER : null;
  };
  /** Its sites, and their names, would be in the same domain as what another partner has below it. */
  const isAboveOthers = (name: string): boolean =>
    [...used.sitesDomains, ...used.nameservers].some((domain) => isWithin(domain, name));
  const ofSites = async (name: string): Promise<string | null> =>
    (await refusal(name, used.hosts)) ?? (isAboveOthers(name) ? OTHERS_BELOW : null);
  const sitesOfThis = sitesDomain ?? except?.sitesDomain;
  /** The panel answers it as a zone that has the names of the pool alone. */
  const ofServers = async (name: string): Promise<string | null> => {
    const refused = (await refusal(name, [])) ?? (isAboveOthers(name) ? OTHERS_BELOW : null);
    if (refused) return refused;
    if (used.hosts.some((each) => isWithin(each, name))) return 'The panel of another partner is below this domain.';
    const own = [host ?? except?.domain, sitesOfThis].filter((each) => each !== undefined);
    if (own.some((each) => isWithin(each, name)) || (sitesOfThis && isWithin(name, sitesOfThis)))
      return 'The partner’s panel or sites use this domain. Enter one for name servers alone, such as dns.example.com.';
    return null;
  };
  const fields = {
    host: host ? await refusal(host, used.sitesDomains) : null,
    sites_domain: sitesDomain ? await ofSites(sitesDomain) : null,
    nameserver_domain: nameserverDomain ? await ofServers(nameserverDomain) : null,
  };
  if (host && sitesOfThis && !fields.host && registrable(host) === registrable(sitesOfThis))
    fields[sitesDomain ? 'sites_domain' : 'host'] ??= TOGETHER;
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  if (wrong.length > 0) throw new PanelError('VALIDATION', {}, { fields: Object.fromEntries(wrong) });
}
