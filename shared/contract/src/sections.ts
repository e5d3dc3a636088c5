import type { Partner, PartnerAttributes } from './schemas/partner.ts';

/** Sections that a partner can switch (decision: Roles and routes). */
export const SECTIONS = ['applications', 'sites', 'forms', 'databases', 'ecommerce', 'dns', 'help'] as const;
export type Section = (typeof SECTIONS)[number];

/** The partner attribute that switches a section; `false` is off, absent is on. */
export const SECTION_ATTRIBUTE = {
  applications: 'SECTION_APPLICATIONS',
  sites: 'SECTION_SITES',
  forms: 'SECTION_FORMS',
  databases: 'SECTION_DATABASES',
  ecommerce: 'SECTION_ECOMMERCE',
  dns: 'SECTION_DNS',
  help: 'SECTION_HELP',
} as const satisfies Record<Section, keyof PartnerAttributes>;

/** Whether the section is on for this partner. Absent means on; applications also need the special-partner flag. */
export function sectionOn(partner: Pick<Partner, 'attributes' | 'is_nucal_partner'>, section: Section): boolean {
  if (section === 'applications' && !partner.is_nucal_partner) return false;
  return partner.attributes[SECTION_ATTRIBUTE[section]] !== 'false';
}
