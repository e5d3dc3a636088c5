import { LANGUAGES, languageOf, type Language } from '@panel/contract/languages';
import { t } from '@panel/core';
import type { PartnerVersion } from '@panel/core';

/** Display names of a partner's attributes and images. */
export const ATTRIBUTE_LABELS: Readonly<Record<string, string>> = {
  CSS_NAV_BG_COLOR: t('Header'),
  CSS_PRIMARY_TEXT_COLOR: t('Header text'),
  CSS_BTN_BG_COLOR: t('Button'),
  CSS_BTN_TEXT_COLOR: t('Button text'),
  CSS_LINK_COLOR: t('Link'),
  CSS_SMALL_LINK_COLOR: t('Small link'),
  RESELLER_COMPANY_NAME: t('Company name'),
  RESELLER_HOSTING_PAGE_TITLE: t('Page title'),
  RESELLER_COMPANY_SLOGAN: t('Slogan'),
  ONLINE_CHAT_SCRIPT: t('Online chat script'),
  SHOW_OTHER_LOGIN_OPTIONS: t('Other login options'),
  SHOW_MIGRATION_SITE_BTN: t('Migration button'),
  MIGRATION_VIDEO_LINK: t('Migration video'),
  LANGUAGE: t('Language'),
  logo: t('Logo'),
  logo_small: t('Small logo'),
  favicon: t('Favicon'),
  SECTION_APPLICATIONS: t('Applications'),
  SECTION_SITES: t('Sites'),
  SECTION_FORMS: t('Forms'),
  SECTION_DATABASES: t('Databases'),
  SECTION_ECOMMERCE: 'E-commerce',
  SECTION_DNS: 'DNS',
  SECTION_HELP: t('Help center'),
};

type Change = PartnerVersion['changes'][number];

const FLAGS: Readonly<Record<string, string>> = { true: t('on'), false: t('off') };

/** Sections are on by default; other flags are off. */
const spoken = (name: string, value: string | null): string | null =>
  value === null ? (name.startsWith('SECTION_') ? t('on') : null) : (FLAGS[value] ?? value);

/** What its own speakers call it. */
const languageName = (value: string | null): string | null => {
  const language = languageOf(value);
  return language && LANGUAGES[language].name;
};

/** Attributes that lists leave out: long and URL-encoded. */
const told = (name: string, value: string | null): string | null =>
  name === 'LANGUAGE'
    ? languageName(value)
    : name === 'ONLINE_CHAT_SCRIPT' && value !== null
      ? t('set')
      : spoken(name, value);

/** Longer texts are cut in lists. */
const SHOWN = 60;
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text);

/** What an own text is called: its language, and what it replaces. */
function textName(name: string): string | null {
  const [tag = '', text] = name.split(/:(.*)/s);
  return text === undefined || !Object.hasOwn(LANGUAGES, tag)
    ? null
    : `${LANGUAGES[tag as Language].name}, “${cut(text)}”`;
}

/** One change in words: `Header: #1e1b4b → #222222`, `Logo changed`. */
export function tellChange({ name, before, after }: Change): string {
  const called = ATTRIBUTE_LABELS[name] ?? textName(name) ?? name;
  const [was, is] = [told(name, before), told(name, after)];
  if (was === is) return t('{name} changed', { name: called });
  return `${called}: ${was ?? t('none')} → ${is ?? t('none')}`;
}
