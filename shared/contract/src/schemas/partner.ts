import * as v from 'valibot';
import { LANGUAGE_TAGS } from '../languages.ts';

const Flag = v.optional(v.picklist(['true', 'false']));

/** Branding and switches of a partner; every value is text, as on the wire (spec §3; section switches are a decision). */
export const PartnerAttributes = v.object({
  CSS_NAV_BG_COLOR: v.optional(v.string()),
  CSS_PRIMARY_TEXT_COLOR: v.optional(v.string()),
  CSS_BTN_BG_COLOR: v.optional(v.string()),
  CSS_BTN_TEXT_COLOR: v.optional(v.string()),
  CSS_LINK_COLOR: v.optional(v.string()),
  CSS_SMALL_LINK_COLOR: v.optional(v.string()),
  SHOW_MIGRATION_SITE_BTN: Flag,
  RESELLER_COMPANY_NAME: v.optional(v.string()),
  RESELLER_HOSTING_PAGE_TITLE: v.optional(v.string()),
  RESELLER_COMPANY_SLOGAN: v.optional(v.string()),
  ONLINE_CHAT_SCRIPT: v.optional(v.string()),
  SHOW_OTHER_LOGIN_OPTIONS: Flag,
  MIGRATION_VIDEO_LINK: v.optional(v.string()),
  /** For visitors who have not chosen one, and whose browser asks for none that the panel has. */
  LANGUAGE: v.optional(v.picklist(LANGUAGE_TAGS)),
  SECTION_APPLICATIONS: Flag,
  SECTION_SITES: Flag,
  SECTION_FORMS: Flag,
  SECTION_DATABASES: Flag,
  SECTION_ECOMMERCE: Flag,
  SECTION_DNS: Flag,
  SECTION_HELP: Flag,
});
export type PartnerAttributes = v.InferOutput<typeof PartnerAttributes>;

const Texts = v.record(v.string(), v.string());

/** Public data of a partner; nothing else of a partner leaves the server. */
export const Partner = v.object({
  id: v.string(),
  domain: v.string(),
  /** Where the partner's panel is reached, with scheme and port. */
  domainAccessLink: v.string(),
  /** Hosted sites live below this name, e.g. `aurora-sites.localhost`. */
  sitesDomain: v.string(),
  favicon: v.string(),
  logo: v.string(),
  logo_small: v.string(),
  /** Texts that the partner says in its own words, in the first item: language → English text, or a key, → its own. */
  languages: v.array(v.object({ en: Texts, de: v.optional(Texts), tr: v.optional(Texts), ar: v.optional(Texts) })),
  is_nucal_partner: v.boolean(),
  supportEmail: v.string(),
  attributes: PartnerAttributes,
});
export type Partner = v.InferOutput<typeof Partner>;
