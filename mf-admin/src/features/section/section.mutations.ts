import { api } from '@panel/core';
import { useSaveVersion } from '../version/version.mutations.ts';
import { sectionsQuery } from './section.queries.ts';

type SwitchInput = Parameters<typeof api.partnerAdmin.switchSection>[0];

/** Switches one section; menus around the page follow at once. */
export const useSwitchSection = () =>
  useSaveVersion((input: SwitchInput) => api.partnerAdmin.switchSection(input, { context: { failure: 'caller' } }), sectionsQuery.queryKey);
