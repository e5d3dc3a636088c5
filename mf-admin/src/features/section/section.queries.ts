import { queryOptions } from '@tanstack/react-query';
import { api } from '@panel/core';

export const sectionsQuery = queryOptions({ queryKey: ['partner', 'sections'], queryFn: ({ signal }) => api.partnerAdmin.sections({}, { signal }) });
