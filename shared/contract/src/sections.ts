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

/** The section that something belongs to; of several, any that is on opens it. */
export type SectionRule = Section | readonly Section[];

/** What is of every kind of workload: addresses, certificates, the cache. Which of them a call shows follows the workload. */
export const WORKLOAD_SECTIONS = ['sites', 'applications'] as const satisfies readonly Section[];

export const sectionsOf = (rule: SectionRule): readonly Section[] => (typeof rule === 'string' ? [rule] : rule);

/** Whether the section is on for this partner. Absent means on; applications also need the special-partner flag. */
export function sectionOn(partner: Pick<Partner, 'attributes' | 'is_nucal_partner'>, section: Section): boolean {
  if (section === 'applications' && !partner.is_nucal_partner) return false;
  return partner.attributes[SECTION_ATTRIBUTE[section]] !== 'false';
}

/** Whether what belongs to these sections is open for this partner. */
export const anySectionOn = (partner: Parameters<typeof sectionOn>[0], rule: SectionRule): boolean =>
  sectionsOf(rule).some((section) => sectionOn(partner, section));
