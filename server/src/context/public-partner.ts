import type { Partner } from '@panel/contract';
import { addressOf, type Config } from '../config/config.ts';
import type { PartnerRow } from './call-context.ts';

/** A partner's public data: branding and switches, never keys or mail settings. */
export function publicPartner(config: Pick<Config, 'publicUrl'>, row: PartnerRow): Partner {
  return {
    id: row.id,
    domain: row.domain,
    domainAccessLink: addressOf(config, row.domain),
    sitesDomain: row.sitesDomain,
    favicon: row.favicon,
    logo: row.logo,
    logo_small: row.logoSmall,
    languages: row.languages,
    is_nucal_partner: row.isSpecial,
    supportEmail: row.supportEmail,
    attributes: row.attributes,
  };
}

/** The partner's name for customers, on one line. */
export const companyOf = (row: Pick<PartnerRow, 'attributes' | 'name'>): string =>
  (row.attributes.RESELLER_COMPANY_NAME || row.name).replace(/\s+/g, ' ').trim();
