import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@panel/core';
import { useAfterConflict, useRefreshPartner } from '../version/version.mutations.ts';
import { sectionsQuery } from './section.queries.ts';

type SwitchInput = Parameters<typeof api.partnerAdmin.switchSection>[0];

/** Switches one section; menus around the page follow at once. */
export function useSwitchSection() {
  const cache = useQueryClient();
  const refresh = useRefreshPartner();
  const afterConflict = useAfterConflict();
  return useMutation({
    mutationFn: (input: SwitchInput) => api.partnerAdmin.switchSection(input, { context: { failure: 'caller' } }),
    onSuccess: ({ data }) => {
      cache.setQueryData(sectionsQuery.queryKey, data);
      return refresh();
    },
    onError: (error) => afterConflict(error),
  });
}
