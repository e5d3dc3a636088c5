import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls, notify, type DnsRecord, t } from '@panel/core';
import { markStale } from '../stale.ts';
import { dnsZoneQuery } from './dns.queries.ts';

/** Saves records over the version with this serial. */
export function useSaveZone(fqdn: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { serial: number; records: DnsRecord[] }) => api.dns.update({ fqdn, ...input }),
    onSuccess: ({ data }) => {
      cache.setQueryData(dnsZoneQuery(fqdn).queryKey, data);
      notify({ kind: 'success', title: t('Success'), message: t('Records of {fqdn} saved.', { fqdn }) });
      return markStale(cache, [calls.dns.list.key(), calls.dns.versions.key()]);
    },
  });
}

/** Reads a zone file; nothing is saved. */
export function useReadZoneFile(fqdn: string) {
  return useMutation({ mutationFn: (file: File) => api.dns.readZoneFile({ fqdn, file }) });
}

/** The records of a domain as the text of a zone file. */
export function useExportZone(fqdn: string, onText: (text: string) => void) {
  return useMutation({
    mutationFn: () => api.dns.zoneFile({ fqdn }, { context: { failure: 'notice' } }),
    onSuccess: ({ text }) => onText(text),
  });
}

/** Asks for a notification once a domain uses the partner's name servers. */
export function useWatchPropagation(fqdn: string) {
  return useMutation({
    mutationFn: () => api.dns.watchPropagation({ fqdn }, { context: { failure: 'notice' } }),
  });
}
