import * as v from 'valibot';
import { bytesOfText } from './dns-text.ts';

export const DNS_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS', 'ALIAS'] as const;
export type DnsType = (typeof DNS_TYPES)[number];

/** Seconds (decision: Validation). */
export const DNS_TTL_MIN = 300;
export const DNS_TTL_MAX = 86_400;
export const DNS_TTL_DEFAULT = 3600;
/** Bytes of the value of a TXT record; it is sent in parts of 255. */
export const DNS_TEXT_MAX = 2048;
/** The owner of the records of the domain itself. */
export const APEX = '@';
/** The target of an MX or SRV record that means: no such service (RFC 7505, RFC 2782). */
export const NO_TARGET = '.';

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const OWNER = new RegExp(`^(?:@|\\*|(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*)$`);
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`);
const SERVICE = new RegExp(`^_[a-z0-9-]{1,62}\\._[a-z0-9-]{1,62}(?:\\.${LABEL})*$`);
const HOST_TEXT = 'Enter a complete host name, such as mail.example.com.';
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The owner of a record, relative to the zone: `@`, `www`, `*`, `*.shop`. */
const Owner = v.pipe(
  v.string('Enter a name, or @ for the domain itself.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253, 'This name is longer than 253 characters.'),
  v.regex(OWNER, 'Enter a name such as www, * for all other names, or @ for the domain itself.'),
);

const Ttl = v.pipe(
  v.number('Enter a number of seconds.'),
  v.integer('Enter a whole number of seconds.'),
  v.minValue(DNS_TTL_MIN, `The TTL must be at least ${DNS_TTL_MIN} seconds.`),
  v.maxValue(DNS_TTL_MAX, `The TTL must be at most ${DNS_TTL_MAX} seconds.`),
);

const number16 = (name: string) =>
  v.pipe(
    v.number(`Enter the ${name}, a number from 0 to 65535.`),
    v.integer(`The ${name} must be a whole number.`),
    v.minValue(0, `The ${name} must be at least 0.`),
    v.maxValue(65_535, `The ${name} must be at most 65535.`),
  );

const hostText = v.pipe(
  v.string(HOST_TEXT),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, 'This name is longer than 253 characters.'),
  v.transform((text) => (text.length > 1 ? text.replace(/\.$/, '') : text)),
);
const isHost = (text: string) => text.length <= 253 && HOST.test(text);
/** A complete host name; a final dot is dropped. */
const Host = v.pipe(hostText, v.check(isHost, HOST_TEXT));
const HostOrNone = v.pipe(
  hostText,
  v.check((text) => text === NO_TARGET || isHost(text), HOST_TEXT),
);

const printable = (max: number) =>
  v.pipe(
    v.string('Enter a text.'),
    v.nonEmpty('Enter a text.'),
    v.maxLength(max, `This text is longer than ${max} characters.`),
    v.regex(PRINTABLE, 'Only printable ASCII characters are allowed.'),
  );

// eslint-disable-next-line no-control-regex -- these are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A text of any length from none (RFC 1035, 3.3.14). Measured in characters first: bytes are counted of a short one only. */
const Text = v.pipe(
  v.string('Enter a text.'),
  v.maxLength(DNS_TEXT_MAX, `This text is longer than ${DNS_TEXT_MAX} bytes.`),
  v.check((text) => !CONTROL.test(text), 'Tabs, line breaks and other control characters are not allowed.'),
  v.check((text) => bytesOfText(text).length <= DNS_TEXT_MAX, `This text is longer than ${DNS_TEXT_MAX} bytes.`),
);

/** The canonical form (RFC 5952), so that one address is written in one way. */
const canonicalIpv6 = (text: string): string =>
  URL.canParse(`http://[${text}]/`) ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;

const common = { name: Owner, ttl: Ttl };

/** One record of a zone. Host names in `value` are complete, without a final dot. */
export const DnsRecord = v.variant('type', [
  v.object({
    type: v.literal('A'),
    ...common,
    value: v.pipe(
      v.string('Enter an IPv4 address.'),
      v.trim(),
      v.ipv4('Enter an IPv4 address, such as 192.0.2.1.'),
      v.regex(/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){3}$/, 'Enter an IPv4 address, such as 192.0.2.1.'),
    ),
  }),
  v.object({
    type: v.literal('AAAA'),
    ...common,
    value: v.pipe(
      v.string('Enter an IPv6 address.'),
      v.trim(),
      v.ipv6('Enter an IPv6 address, such as 2001:db8::1.'),
      // With a zone index it means something on one machine only.
      v.excludes('%', 'Enter an IPv6 address, such as 2001:db8::1.'),
      v.transform(canonicalIpv6),
    ),
  }),
  v.object({ type: v.literal('CNAME'), ...common, value: Host }),
  v.object({ type: v.literal('MX'), ...common, priority: number16('priority'), value: HostOrNone }),
  v.object({ type: v.literal('TXT'), ...common, value: Text }),
  v.object({
    type: v.literal('SRV'),
    ttl: Ttl,
    name: v.pipe(Owner, v.regex(SERVICE, 'Enter service and protocol, such as _sip._tcp.')),
    priority: number16('priority'),
    weight: number16('weight'),
    port: number16('port'),
    value: HostOrNone,
  }),
  v.object({
    type: v.literal('CAA'),
    ...common,
    flags: v.picklist([0, 128], 'The flags must be 0, or 128 for critical.'),
    tag: v.picklist(['issue', 'issuewild', 'iodef'], 'The tag must be issue, issuewild or iodef.'),
    value: printable(255),
  }),
  v.object({ type: v.literal('NS'), ...common, value: Host }),
  v.object({ type: v.literal('ALIAS'), ...common, value: Host }),
]);
export type DnsRecord = v.InferOutput<typeof DnsRecord>;

/** The complete name of an owner, e.g. `www.example.com`. */
export const ownerName = (name: string, zone: string): string => (name === APEX ? zone : `${name}.${zone}`);

const NUMBERS = ['priority', 'weight', 'port', 'flags', 'tag'] as const;

/** The data of a record as one text, e.g. `10 mail.example.com`. */
export function recordData(record: DnsRecord): string {
  const fields: Partial<Record<string, string | number>> = record;
  return [...NUMBERS.map((name) => fields[name]), record.value].filter((part) => part !== undefined).join(' ');
}

/** What makes a record the same in two versions of a zone: all but its TTL. */
export const recordKey = (record: DnsRecord): string => `${record.name} ${record.type} ${recordData(record)}`;
