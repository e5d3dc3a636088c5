import { useMutation } from '@tanstack/react-query';
import {
  api,
  calls,
  type CustomerBulkAction,
  type CustomerImported,
  type DistributeInput,
  type ListState,
} from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';
import { customerFilterOf } from './customer.reads.ts';

/** What a change of a customer makes stale: whatever shows customers, and sites with their customer. */
export const CUSTOMER_CHANGED = [calls.customer.key(), calls.user.customers.key(), ...SITE_CHANGED];

type Input<Call extends 'create' | 'update' | 'assignSites'> = Parameters<(typeof api.customer)[Call]>[0];

/** One change, and what is stale after it. */
function useChange<I, A>(change: (input: I) => Promise<A>, onDone: (answer: A) => void) {
  const refresh = useMarkStale(CUSTOMER_CHANGED);
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      onDone(answer);
      return refresh();
    },
  });
}

/** Creates a customer, who gets an invitation. */
export const useCreateCustomer = (onDone: (id: string) => void) =>
  useChange(
    (input: Input<'create'>) => api.customer.create(input),
    ({ data }) => onDone(data.id),
  );

export const useUpdateCustomer = (onDone: () => void) =>
  useChange((input: Input<'update'>) => api.customer.update(input), onDone);

/** Says which sites and applications a customer has. */
export const useAssignSites = (onDone: () => void) =>
  useChange((input: Input<'assignSites'>) => api.customer.assignSites(input), onDone);

/** What staff can do to a customer without a form. */
export type CustomerCommand = 'invite' | 'suspend' | 'unsuspend' | 'remove' | 'restore';

/** A failure is shown by the dialog that asked, or as a notice where there is none. */
export const useChangeCustomer = (onDone: () => void, failure?: 'notice') =>
  useChange(
    ({ id, change }: { id: string; change: CustomerCommand }) =>
      api.customer[change]({ id }, { context: { ...(failure && { failure }) } }),
    onDone,
  );

/** Reads a CSV file for a preview; nothing is saved. */
export const useReadImport = () => useMutation({ mutationFn: (file: File) => api.customer.readImport({ file }) });

/** Creates and invites the customers of a file. */
export const useImportCustomers = (onDone: (imported: CustomerImported) => void) =>
  useChange(
    (customers: Parameters<typeof api.customer.import>[0]['customers']) => api.customer.import({ customers }),
    ({ data }) => onDone(data),
  );

/** The filtered list as CSV, for a file. */
export const useExportCustomers = (onDone: (csv: string) => void) =>
  useMutation({
    mutationFn: (state: Pick<ListState, 'keyword' | 'filters'>) =>
      api.customer.export(customerFilterOf(state), { context: { failure: 'notice' } }),
    onSuccess: ({ csv }) => onDone(csv),
  });

/** Which customers: chosen ones, or all that the list finds. */
export type CustomerSelection = { ids: string[] } | { filter: ReturnType<typeof customerFilterOf> };
type License = Omit<DistributeInput, 'email' | 'partner_domain' | 'reseller_email'>;
export type CustomerBulkChange =
  | { action: Exclude<CustomerBulkAction, 'license'>; tag?: string; selection: CustomerSelection }
  | { action: 'license'; license: License; selection: CustomerSelection };

/** Starts a change of many customers; the response names it. */
export const useBulkCustomers = (onStarted: (id: string) => void) =>
  useChange(
    (change: CustomerBulkChange) => {
      const { selection } = change;
      if (change.action === 'license') return api.customer.bulkLicense({ ...change.license, ...selection });
      const { action, tag } = change;
      return action === 'delete'
        ? api.customer.bulkRemove(selection)
        : api.customer.bulk({ action, ...selection, ...(tag !== undefined && { tag }) });
    },
    ({ bulk_id }) => onStarted(bulk_id),
  );
