import { t } from '@panel/core';
import * as v from 'valibot';
import { LANGUAGE_TAGS } from '@panel/contract/languages';
import {
  BRAND_ATTRIBUTES,
  BRAND_COLORS,
  BRAND_IMAGES,
  BrandAttributes,
  CHAT_SCRIPT_MAX,
  decodedText,
  type SaveBrandingInput,
} from '@panel/contract/schemas';
import type { Branding, BrandImage } from '@panel/core';
import type { FormState } from '@panel/ui/form';

const Flag = v.picklist(['true', 'false', '']);

/** Form state: every attribute as text, empty when not set, and the chat script unencoded. */
export const BrandForm = v.object({
  ...v.required(BrandAttributes).entries,
  SHOW_OTHER_LOGIN_OPTIONS: Flag,
  SHOW_MIGRATION_SITE_BTN: Flag,
  LANGUAGE: v.picklist(['', ...LANGUAGE_TAGS]),
  ONLINE_CHAT_SCRIPT: v.pipe(
    v.string(),
    v.maxLength(CHAT_SCRIPT_MAX, t('The script can have at most {CHAT_SCRIPT_MAX} characters.', { CHAT_SCRIPT_MAX })),
  ),
  logo: v.string(),
  logo_small: v.string(),
  favicon: v.string(),
  note: v.string(),
});
export type BrandValues = v.InferInput<typeof BrandForm>;
export type BrandFormState = FormState<BrandValues, v.InferOutput<typeof BrandForm>>;

/** Form values for a saved brand. */
export function valuesOf({ attributes, logo, logo_small, favicon }: Branding): BrandValues {
  const all = Object.fromEntries(BRAND_ATTRIBUTES.map((name) => [name, attributes[name] ?? '']));
  const script = attributes['ONLINE_CHAT_SCRIPT'] ?? '';
  return {
    ...all,
    ONLINE_CHAT_SCRIPT: decodedText(script) ?? script,
    logo,
    logo_small,
    favicon,
    note: '',
  } as BrandValues;
}

/** Attributes for the wire: without empty ones, and with the chat script URL-encoded (spec §3). */
export function attributesOf(values: BrandValues): BrandAttributes {
  const told = { ...values, ONLINE_CHAT_SCRIPT: encodeURIComponent(values.ONLINE_CHAT_SCRIPT.toWellFormed()) };
  return Object.fromEntries(BRAND_ATTRIBUTES.flatMap((name) => (told[name] ? [[name, told[name]]] : [])));
}

export const imagesOf = ({ logo, logo_small, favicon }: BrandValues): Record<BrandImage, string> => ({
  logo,
  logo_small,
  favicon,
});

/** The request; includes only images that were changed. */
export function inputOf(values: BrandValues, saved: Branding): v.InferInput<typeof SaveBrandingInput> {
  const images = Object.fromEntries(
    BRAND_IMAGES.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]]),
  );
  return { base: saved.version, note: values.note, attributes: attributesOf(values), images };
}

/** The colours alone, for contrast checks. */
export const colorsOf = (values: BrandValues) => Object.fromEntries(BRAND_COLORS.map((name) => [name, values[name]]));

/** The call groups its input and the form does not: an error at `images.logo` belongs to the field `logo`. */
export const fieldsOf = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^(?:attributes|images)\./, ''), text]),
  );
