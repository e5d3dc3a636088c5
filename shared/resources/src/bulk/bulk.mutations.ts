import { useMutation } from '@tanstack/react-query';
import {
  api,
  calls,
  type AppBulkInput,
  type AppLicenseBulkInput,
  type SiteBulkInput,
  type SiteLicenseBulkInput,
} from '@panel/core';
import { BIN_CHANGED } from '../bin/bin.mutations.ts';
import { useMarkStale } from '../stale.ts';

/** What a change of many sites or applications makes stale. */
const BULK_CHANGED = [...BIN_CHANGED, calls.tag.key(), calls.license.key(), calls.bulk.key()];
export const useRefreshBulk = () => useMarkStale(BULK_CHANGED);

type SiteFilter = NonNullable<SiteBulkInput['filter']>;
type AppFilter = NonNullable<AppBulkInput['filter']>;

/** Which: chosen ones, or all that the list finds. */
export type BulkSelection<Filter = SiteFilter | AppFilter> = { ids: string[] } | { filter: Filter };
type Details = { tag?: string; customer_id?: string };
export type BulkChange = Details &
  (
    | { subject: 'site'; action: SiteBulkInput['action']; selection: BulkSelection<SiteFilter> }
    | { subject: 'app'; action: AppBulkInput['action']; selection: BulkSelection<AppFilter> }
  );

function startBulk(change: BulkChange): Promise<{ bulk_id: string }> {
  const { tag, customer_id } = change;
  const details = { ...(tag !== undefined && { tag }), ...(customer_id !== undefined && { customer_id }) };
  return change.subject === 'app'
    ? api.bulk.apps({ action: change.action, ...details, ...change.selection })
    : api.bulk.sites({ action: change.action, ...details, ...change.selection });
}

type License = Pick<SiteLicenseBulkInput, 'issue'>;
export type LicenseChange = License &
  (
    | { subject: 'site'; product: SiteLicenseBulkInput['product_identifier']; selection: BulkSelection<SiteFilter> }
    | { subject: 'app'; product: AppLicenseBulkInput['product_identifier']; selection: BulkSelection<AppFilter> }
  );

function startLicenses(change: LicenseChange): Promise<{ bulk_id: string }> {
  const details = { product_identifier: change.product, ...(change.issue && { issue: change.issue }) };
  return change.subject === 'app'
    ? api.bulk.appLicenses({ ...details, ...change.selection })
    : api.bulk.siteLicenses({ ...details, ...change.selection });
}

/** Starts a change of the plan of many; the response names it. */
export const useStartLicenses = (onStarted: (id: string) => void) => useStarted(startLicenses, onStarted);

/** Starts a change of many sites or applications; the response names it. */
export const useStartBulk = (onStarted: (id: string) => void) => useStarted(startBulk, onStarted);

function useStarted<Change>(start: (change: Change) => Promise<{ bulk_id: string }>, onStarted: (id: string) => void) {
  const refresh = useRefreshBulk();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ bulk_id }) => {
      onStarted(bulk_id);
      return refresh();
    },
  });
}

/** Sets the tags of a site or an application. */
export function useSaveTags(onDone: () => void) {
  const refresh = useRefreshBulk();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.tag.save>[0]) => api.tag.save(input),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}
