import type { Partner } from '@panel/contract';
import { SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { isDictionaryKey, ownTextsOf } from '@panel/contract/own-texts';
import { addressOf, type Config } from '../config/config.ts';
import type { PartnerRow } from './call-context.ts';

/**
 * The own texts that a page in this language needs: of English, which is in the answer by the specification, only the
 * keys that count in every language.
 */
export function pageLanguages(languages: Partner['languages'], language: Language): Partner['languages'] {
  const english = Object.entries(ownTextsOf(languages, SOURCE_LANGUAGE));
  const own = ownTextsOf(languages, language);
  return [
    {
      en: Object.fromEntries(english.filter(([text]) => language === SOURCE_LANGUAGE || isDictionaryKey(text))),
      ...(language !== SOURCE_LANGUAGE && Object.keys(own).length > 0 && { [language]: own }),
    },
  ];
}

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
