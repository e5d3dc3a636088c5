import { calls, queryOf } from '@panel/core';
import { identitiesRead, loginProvidersRead } from './login-provider.reads.ts';

export const loginProvidersQuery = queryOf(loginProvidersRead);
export const identitiesQuery = queryOf(identitiesRead);

/** Providers that the sign-in page offers. */
export const offeredProvidersQuery = calls.loginProvider.offered.queryOptions();
