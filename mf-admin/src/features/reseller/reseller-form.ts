import * as v from 'valibot';
import { ResellerChange, ResellerCreateInput } from '@panel/contract/schemas';
import { SECTIONS } from '@panel/contract/sections';
import { t, type ApiError, type Reseller, type Section } from '@panel/core';

/** A limit as it is typed: nothing is without one. */
const Limit = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{0,6}$/, t('Enter a whole number, or nothing for no limit.')),
  v.transform((text) => (text === '' ? null : Number(text))),
);
export const Limits = v.object({ customers: Limit, sites: Limit, disk_gb: Limit });

/** Nothing is none. */
export const NameserverDomain = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text): string | null => text || null),
  ResellerChange.entries.nameserver_domain,
);

const typed = (limit: number | null): string => (limit === null ? '' : String(limit));
export const typedLimits = ({ customers, sites, disk_gb }: Reseller['limits']) => ({
  customers: typed(customers),
  sites: typed(sites),
  disk_gb: typed(disk_gb),
});

const { admin, colors } = ResellerCreateInput.entries;

/** What is asked for of a new partner, as one flat form. */
export const NewReseller = v.object({
  ...v.pick(ResellerChange, ['name', 'host', 'support_email', 'is_special']).entries,
  sites_domain: ResellerCreateInput.entries.sites_domain,
  sections: v.array(v.picklist(SECTIONS)),
  header: v.unwrap(colors).entries.CSS_NAV_BG_COLOR,
  button: v.unwrap(colors).entries.CSS_BTN_BG_COLOR,
  firstname: admin.entries.firstname,
  lastname: admin.entries.lastname,
  email: admin.entries.email,
  ...Limits.entries,
});

export const EMPTY: v.InferInput<typeof NewReseller> = {
  ...{ name: '', host: '', sites_domain: '', support_email: '', is_special: false },
  ...{ sections: [...SECTIONS] as Section[], header: '', button: '' },
  ...{ firstname: '', lastname: '', email: '', customers: '', sites: '', disk_gb: '' },
};

/** The form as the call takes it. */
export const newInputOf = ({
  header,
  button,
  firstname,
  lastname,
  email,
  customers,
  sites,
  disk_gb,
  ...rest
}: v.InferOutput<typeof NewReseller>): v.InferInput<typeof ResellerCreateInput> => ({
  ...rest,
  colors: { CSS_NAV_BG_COLOR: header, CSS_BTN_BG_COLOR: button },
  admin: { firstname, lastname, email },
  limits: { customers, sites, disk_gb },
});

const NAMES: Readonly<Record<string, string>> = {
  'colors.CSS_NAV_BG_COLOR': 'header',
  'colors.CSS_BTN_BG_COLOR': 'button',
};

/** The fields of a rejection as those of a flat form. */
export const flatFields = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [NAMES[path] ?? path.split('.').at(-1) ?? path, message]),
  );
