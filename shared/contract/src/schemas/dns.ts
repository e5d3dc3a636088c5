import * as v from 'valibot';
import { DnsRecord } from '../dns-record.ts';
import { DNS_RECORDS_MAX } from '../dns-zone.ts';
import { Fqdn } from './fields.ts';
import { list } from './bounded.ts';
import { listQuery } from './list.ts';

/** Bytes of an uploaded zone file. */
export const ZONE_FILE_MAX_BYTES = 1_048_576;

const DnsRecords = list(DnsRecord, {
  max: DNS_RECORDS_MAX,
  tooMany: `A domain can have at most ${DNS_RECORDS_MAX} records.`,
});

/** Serial number of a zone's version (RFC 1912: the date and a counter). */
const Serial = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295));

/** A domain and what belongs to it. */
const zoneFacts = {
  fqdn: v.string(),
  /** The site or the application that it belongs to. */
  site_id: v.string(),
  serial: v.number(),
  /** Whether the name servers answer with this version. */
  is_served: v.boolean(),
  /** Why they do not yet, or null. */
  error: v.nullable(v.string()),
  updated_at: v.string(),
};

export const DnsZone = v.object({ ...zoneFacts, nameservers: v.array(v.string()), records: v.array(DnsRecord) });
export type DnsZone = v.InferOutput<typeof DnsZone>;

export const DnsDomain = v.object({
  ...zoneFacts,
  /** Whether it belongs to a site or to an application. */
  kind: v.picklist(['site', 'app']),
  record_count: v.number(),
});
export type DnsDomain = v.InferOutput<typeof DnsDomain>;

export const DNS_ORDER_COLUMNS = ['created_at', 'fqdn', 'updated_at'] as const;
export const DnsListQuery = v.object({
  ...listQuery(DNS_ORDER_COLUMNS),
  /** Part of the domain. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});

/** A saved version of a zone, the newest first. */
export const DnsVersion = v.object({
  serial: v.number(),
  records: v.array(DnsRecord),
  /** Email of the account that saved it; null for the panel. */
  saved_by: v.nullable(v.string()),
  created_at: v.string(),
});
export type DnsVersion = v.InferOutput<typeof DnsVersion>;

/** `serial`: of the version that was changed. Another one in the meantime is a conflict. */
export const DnsUpdate = v.object({ fqdn: Fqdn, serial: Serial, records: DnsRecords });
export type DnsUpdate = v.InferOutput<typeof DnsUpdate>;

/** Records to delete; `dnsSettings` names the version that they were deleted from. */
export const DnsRrsetDelete = v.object({
  fqdn: Fqdn,
  deleted_records: list(DnsRecord, { ...{ min: 1, tooFew: 'Choose a record.' }, max: DNS_RECORDS_MAX }),
  dnsSettings: v.object({ serial: Serial }),
});

export const ZoneFileForm = v.object({ fqdn: Fqdn, file: v.file('Choose a zone file.') });

/** A line of a zone file that was not taken, and why. */
const ZoneFileNote = v.object({ line: v.number(), message: v.string() });
export const ZoneFileContent = v.object({
  status: v.literal(true),
  records: v.array(DnsRecord),
  /** Records that this panel sets itself, such as SOA. */
  ignored: v.array(ZoneFileNote),
});
export type ZoneFileContent = v.InferOutput<typeof ZoneFileContent>;

/** What one resolver answered. */
export const ResolverAnswer = v.object({
  resolver: v.string(),
  /** Sorted host names. */
  nameservers: v.array(v.string()),
  /** Whether they are those that the domain needs. */
  holds: v.boolean(),
  /** Why there is no answer, or null. */
  error: v.nullable(v.string()),
});
export type ResolverAnswer = v.InferOutput<typeof ResolverAnswer>;

export const Propagation = v.object({
  fqdn: v.string(),
  expected: v.array(v.string()),
  resolvers: v.array(ResolverAnswer),
  /** Whether all resolvers agree with `expected`. */
  holds: v.boolean(),
  checked_at: v.string(),
});
export type Propagation = v.InferOutput<typeof Propagation>;

/** A name of a DKIM key, the `s=` of a signature. */
const DkimSelector = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(120, 'A selector has at most 120 characters.'),
  v.regex(/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/, 'Enter a selector such as google or fm1.'),
);
export const MailCheckQuery = v.object({ fqdn: Fqdn, selector: v.optional(DkimSelector) });
/** The form that asks for a selector. */
export const MailSelectorForm = v.object({ selector: DkimSelector });

/** What one check of mail settings says. */
export const MailFinding = v.object({
  /** unknown: no resolver answered. */
  status: v.picklist(['good', 'warning', 'bad', 'unknown']),
  /** The records that were found. */
  found: v.array(v.string()),
  /** What they mean, in plain words. */
  text: v.string(),
  /** What to do, or null. */
  advice: v.nullable(v.string()),
});
export type MailFinding = v.InferOutput<typeof MailFinding>;

/** The same for the DKIM key with a selector. */
export const MailKey = v.object({ selector: v.string(), ...MailFinding.entries });
export type MailKey = v.InferOutput<typeof MailKey>;

export const MailCheck = v.object({
  fqdn: v.string(),
  mx: MailFinding,
  spf: MailFinding,
  /** None when no selector is known. */
  dkim: v.array(MailKey),
  dmarc: MailFinding,
  /** False when the domain says that it receives no email. */
  has_mail: v.boolean(),
  checked_at: v.string(),
});
export type MailCheck = v.InferOutput<typeof MailCheck>;
