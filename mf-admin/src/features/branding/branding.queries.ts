import { queryOptions } from '@tanstack/react-query';
import { api } from '@panel/core';

export const brandingQuery = queryOptions({ queryKey: ['partner', 'branding'], queryFn: ({ signal }) => api.partnerAdmin.branding({}, { signal }) });
