import { useQuery } from '@tanstack/react-query';
import { calls, queryOf } from '@panel/core';
import { identitiesRead, loginProvidersRead } from './login-provider.reads.ts';

export const loginProvidersQuery = queryOf(loginProvidersRead);
export const identitiesQuery = queryOf(identitiesRead);

/** Providers that the sign-in page offers; not asked for where it shows none. */
export const useOfferedProviders = (isShown: boolean) =>
  useQuery({ ...calls.loginProvider.offered.queryOptions(), enabled: isShown });
