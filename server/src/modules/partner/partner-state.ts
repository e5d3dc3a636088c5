import {
  BRAND_ATTRIBUTES,
  BRAND_IMAGES,
  SECTION_ATTRIBUTE,
  type BrandImage,
  type PartnerAttributes,
  type PartnerVersion,
  type VersionKind,
} from '@panel/contract';
import type { PartnerState } from '../../db/schema/partner-version.table.ts';
import type { PartnerRow } from '../../context/call-context.ts';

/** The partner's column for an image. */
const COLUMN = { logo: 'logo', logo_small: 'logoSmall', favicon: 'favicon' } as const satisfies Record<
  BrandImage,
  keyof PartnerRow
>;

const NAMES: Readonly<Record<VersionKind, readonly string[]>> = {
  branding: [...BRAND_ATTRIBUTES, ...BRAND_IMAGES],
  sections: Object.values(SECTION_ATTRIBUTE),
};

const isImage = (name: string): name is BrandImage => (BRAND_IMAGES as readonly string[]).includes(name);
/** Longer values are reported by name only. */
const TOLD_MAX = 200;

/** A partner's attributes for one kind of version; empty values are left out. */
export function stateOf(row: PartnerRow, kind: VersionKind): PartnerState {
  const valueOf = (name: string) =>
    isImage(name) ? row[COLUMN[name]] : row.attributes[name as keyof PartnerAttributes];
  return Object.fromEntries(NAMES[kind].flatMap((name) => (valueOf(name) ? [[name, String(valueOf(name))]] : [])));
}

/** The columns of a partner with a restored state; attributes of other kinds stay. */
export function columnsOf(row: PartnerRow, kind: VersionKind, state: PartnerState) {
  const others = Object.entries(row.attributes).filter(([name]) => !NAMES[kind].includes(name));
  const own = Object.entries(state).filter(([name]) => !isImage(name));
  const attributes: PartnerAttributes = Object.fromEntries([...others, ...own]);
  if (kind === 'sections') return { attributes };
  return { attributes, ...Object.fromEntries(BRAND_IMAGES.map((name) => [COLUMN[name], state[name] ?? ''])) };
}

/** The differences between two states, in a fixed order. */
export function changesBetween(
  before: PartnerState,
  after: PartnerState,
  kind: VersionKind,
): PartnerVersion['changes'] {
  const told = (name: string, value: string | undefined) =>
    value === undefined || isImage(name) || value.length > TOLD_MAX ? null : value;
  return NAMES[kind]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: told(name, before[name]), after: told(name, after[name]) }));
}
