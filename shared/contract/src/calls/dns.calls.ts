import * as v from 'valibot';
import { call } from '../call.ts';
import {
  DnsDomain,
  DnsListQuery,
  DnsRrsetDelete,
  DnsUpdate,
  DnsVersion,
  DnsZone,
  MailCheck,
  MailCheckQuery,
  Propagation,
  ZONE_FILE_MAX_BYTES,
  ZoneFileContent,
  ZoneFileForm,
} from '../schemas/dns.ts';
import { Fqdn } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';

const access = { audience: 'signed-in', section: 'dns' } as const;
const ByFqdn = v.object({ fqdn: Fqdn });
const Saved = v.object({ status: v.literal(true), data: DnsZone });
/** Headers and the other fields of the form. */
const FORM_BYTES = 65_536;
/** All records of a domain, with keys of email in many of them. */
const RECORDS_BYTES = 1_048_576;

export const dnsCalls = {
  nameservers: call({
    method: 'GET',
    path: '/dns/nameservers',
    summary: 'The partner’s name servers, for domains that have none of their own',
    ...access,
  }).output(v.array(v.string())),
  digResult: call({
    method: 'GET',
    path: '/dns/dig_result/{fqdn}',
    summary: 'The name servers of a domain as a resolver sees them, one a line',
    ...access,
    heavy: {},
  })
    .input(ByFqdn)
    .output(v.array(v.string())),
  propagation: call({
    method: 'GET',
    path: '/dns/propagation/{fqdn}',
    summary: 'The same from every configured resolver, compared with those that the domain needs',
    ...access,
    heavy: {},
  })
    .input(ByFqdn)
    .output(Propagation),
  watchPropagation: call({
    method: 'POST',
    path: '/dns/propagation/{fqdn}/watch',
    summary: 'Send the caller a notification once all resolvers see the domain’s name servers; for 7 days',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ByFqdn)
    .output(v.object({ status: v.literal(true) })),
  mailCheck: call({
    method: 'GET',
    path: '/dns/mail_check/{fqdn}',
    summary: 'Mail servers, SPF, DKIM and DMARC of a domain as the configured resolvers see them, explained',
    ...access,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(MailCheckQuery)
    .output(MailCheck),
  list: call({
    method: 'GET',
    path: '/dns/zones',
    summary: 'The domains of the caller’s sites, paged; staff: all of the partner’s',
    ...access,
  })
    .input(DnsListQuery)
    .output(page(DnsDomain)),
  byFqdn: call({
    method: 'GET',
    path: '/dns/get/{fqdn}',
    summary: 'The records of a domain',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ByFqdn)
    .output(DnsZone),
  versions: call({
    method: 'GET',
    path: '/dns/versions/{fqdn}',
    summary: 'The latest saved versions of a domain’s records, the newest first',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ByFqdn)
    .output(v.array(DnsVersion)),
  update: call({
    method: 'POST',
    path: '/dns/update/{fqdn}',
    summary: 'Replace the records of a domain',
    ...access,
    errors: ['NOT_FOUND', 'CONFLICT'],
    bodyLimitBytes: RECORDS_BYTES,
  })
    .input(DnsUpdate)
    .output(Saved),
  deleteRrset: call({
    method: 'DELETE',
    path: '/dns/rrset/{fqdn}',
    summary: 'Delete records of a domain',
    ...access,
    errors: ['NOT_FOUND', 'CONFLICT'],
    bodyLimitBytes: RECORDS_BYTES,
  })
    .input(DnsRrsetDelete)
    .output(Saved),
  readZoneFile: call({
    noAuditLine: true,
    method: 'POST',
    path: '/dns/zone-file/{fqdn}',
    summary: 'Read a zone file (RFC 1035) for a preview; nothing is saved',
    ...access,
    staff: 'any',
    errors: ['NOT_FOUND', 'TOO_LARGE'],
    upload: true,
    bodyLimitBytes: ZONE_FILE_MAX_BYTES + FORM_BYTES,
    scope: 'dns:read',
  })
    .input(ZoneFileForm)
    .output(ZoneFileContent),
  zoneFile: call({
    method: 'GET',
    path: '/dns/zone-file/{fqdn}',
    summary: 'The records of a domain as a zone file (RFC 1035)',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ByFqdn)
    .output(v.object({ status: v.literal(true), text: v.string() })),
};
