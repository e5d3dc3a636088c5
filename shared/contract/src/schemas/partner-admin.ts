import * as v from 'valibot';
import { LANGUAGE_TAGS } from '../languages.ts';
import { SECTIONS } from '../sections.ts';
import { queryInteger, Timestamp } from './fields.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './list.ts';

/** The six colours of a brand (spec §3, Partner). */
export const BRAND_COLORS = [
  'CSS_NAV_BG_COLOR',
  'CSS_PRIMARY_TEXT_COLOR',
  'CSS_BTN_BG_COLOR',
  'CSS_BTN_TEXT_COLOR',
  'CSS_LINK_COLOR',
  'CSS_SMALL_LINK_COLOR',
] as const;
export type BrandColor = (typeof BRAND_COLORS)[number];

/** The images of a brand, by the names of the partner's data. */
export const BRAND_IMAGES = ['logo', 'logo_small', 'favicon'] as const;
export type BrandImage = (typeof BRAND_IMAGES)[number];

export const BRAND_IMAGE_MAX_BYTES = 256 * 1024;
/** Base path of a partner's uploaded images; the name is the SHA-256 of the content. */
export const BRAND_IMAGE_PATH = '/brand-images/';
export const CHAT_SCRIPT_MAX = 8000;

/** `#rgb` or `#rrggbb`, or empty for the panel's default. */
export const HexColor = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(?:#(?:[\da-f]{3}|[\da-f]{6}))?$/, 'Enter a hex color, for example #1e1b4b.'),
);

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, `At most ${max} characters are allowed.`),
    v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Line breaks and control characters are not allowed.'),
  );

const isWebLink = (text: string): boolean => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text));

export const WebLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'At most 500 characters are allowed.'),
  v.check(isWebLink, 'Enter an address that begins with http:// or https://.'),
);

/** The decoded form of a URL-encoded text, or null when the encoding is invalid. */
export function decodedText(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The chat script travels URL-encoded (spec §3). */
const ChatScript = v.pipe(
  v.string(),
  v.check((text) => decodedText(text) !== null, 'The script must be URL-encoded.'),
  v.check(
    (text) => (decodedText(text) ?? '').length <= CHAT_SCRIPT_MAX,
    `The script can have at most ${CHAT_SCRIPT_MAX} characters.`,
  ),
);

const Flag = v.picklist(['true', 'false']);

/** All brand settings of a reseller. Missing or empty ones use the panel's default. */
export const BrandAttributes = v.strictObject({
  CSS_NAV_BG_COLOR: v.optional(HexColor),
  CSS_PRIMARY_TEXT_COLOR: v.optional(HexColor),
  CSS_BTN_BG_COLOR: v.optional(HexColor),
  CSS_BTN_TEXT_COLOR: v.optional(HexColor),
  CSS_LINK_COLOR: v.optional(HexColor),
  CSS_SMALL_LINK_COLOR: v.optional(HexColor),
  RESELLER_COMPANY_NAME: v.optional(line(60)),
  RESELLER_HOSTING_PAGE_TITLE: v.optional(line(80)),
  RESELLER_COMPANY_SLOGAN: v.optional(line(140)),
  ONLINE_CHAT_SCRIPT: v.optional(ChatScript),
  SHOW_OTHER_LOGIN_OPTIONS: v.optional(Flag),
  SHOW_MIGRATION_SITE_BTN: v.optional(Flag),
  MIGRATION_VIDEO_LINK: v.optional(WebLink),
  LANGUAGE: v.optional(v.picklist(LANGUAGE_TAGS, 'Choose a language from the list.')),
});
export type BrandAttributes = v.InferOutput<typeof BrandAttributes>;
export const BRAND_ATTRIBUTES = Object.keys(BrandAttributes.entries) as (keyof BrandAttributes)[];

/** The version that the change was made from; 0 before the first change. */
const Base = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const Note = v.optional(line(200), '');
const ImageAddress = v.pipe(
  v.string(),
  v.regex(/^(?:\/brand-images\/[\da-f]{64}\.(?:png|svg|ico|webp))?$/, 'Upload the image first.'),
);

export const SaveBrandingInput = v.strictObject({
  base: Base,
  note: Note,
  /** Replaces all of them. */
  attributes: BrandAttributes,
  /** Missing: unchanged. Empty: none. Otherwise the address from an upload. */
  images: v.optional(
    v.strictObject({
      logo: v.optional(ImageAddress),
      logo_small: v.optional(ImageAddress),
      favicon: v.optional(ImageAddress),
    }),
    {},
  ),
});

export const UploadImageInput = v.strictObject({
  image: v.picklist(BRAND_IMAGES),
  /** The file, in base64. */
  data: v.pipe(v.string(), v.nonEmpty('Choose a file.'), v.base64('The file could not be read.')),
});

const Saved = { version: v.number(), changed_by: v.nullable(v.string()), changed_at: v.nullable(Timestamp) };

/** The live brand, and its version. */
export const Branding = v.object({
  ...Saved,
  attributes: v.record(v.string(), v.string()),
  logo: v.string(),
  logo_small: v.string(),
  favicon: v.string(),
});
export type Branding = v.InferOutput<typeof Branding>;

/** A section with everything that turning it off hides. */
export const SectionState = v.object({
  section: v.picklist(SECTIONS),
  /** The state of its switch. */
  switched_on: v.boolean(),
  /** What users have: applications also need the special-partner flag. */
  on: v.boolean(),
  needs_special_partner: v.boolean(),
  /** How many customers have something in it, e.g. a site; turning it off takes their access. */
  customers: v.number(),
  pages: v.array(v.object({ path: v.string(), title: v.string() })),
  menu: v.array(v.object({ label: v.string(), to: v.string() })),
  calls: v.array(v.object({ method: v.string(), path: v.string(), summary: v.string() })),
});
export type SectionState = v.InferOutput<typeof SectionState>;

export const Sections = v.object({ ...Saved, sections: v.array(SectionState) });
export type Sections = v.InferOutput<typeof Sections>;

export const SwitchSectionInput = v.strictObject({ base: Base, section: v.picklist(SECTIONS), on: v.boolean() });

export const VERSION_KINDS = ['branding', 'sections', 'texts'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** One saved state of the brand, of the switches or of the own texts. Version 0 is the state before the first change. */
export const PartnerVersion = v.object({
  version: v.number(),
  at: Timestamp,
  by: v.nullable(v.string()),
  note: v.string(),
  restored_from: v.nullable(v.number()),
  /** Attribute, image, or language and text (`de:Save`), with its values before and after; long ones (images, scripts) are left out. */
  changes: v.array(v.object({ name: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })),
});
export type PartnerVersion = v.InferOutput<typeof PartnerVersion>;

export const VersionsQuery = v.object({
  kind: v.picklist(VERSION_KINDS),
  pageIndex: v.optional(queryInteger(0, 1_000_000), 0),
  pageSize: v.optional(queryInteger(1, PAGE_SIZE_MAX), PAGE_SIZE),
});

export const RestoreInput = v.strictObject({ kind: v.picklist(VERSION_KINDS), base: Base, version: Base });
