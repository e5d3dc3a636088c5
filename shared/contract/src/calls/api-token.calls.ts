import * as v from 'valibot';
import { call } from '../call.ts';
import { ApiToken, ApiTokenCreated, ApiTokenInput, ApiTokenListQuery } from '../schemas/api-token.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

/** A token that could make tokens would outlive its own end. */
const own = { audience: 'customer', scope: 'closed' } as const;

export const apiTokenCalls = {
  list: call({
    method: 'GET',
    path: '/api-token',
    member: 'change',
    summary: 'API tokens of the caller by page',
    ...own,
  })
    .input(ApiTokenListQuery)
    .output(page(ApiToken)),
  create: call({
    neverKept: true,
    method: 'POST',
    path: '/api-token',
    member: 'change',
    summary: 'Create an API token; the response is the only place that shows it',
    ...own,
    stepUp: true,
    errors: ['PASSWORD_WRONG', 'API_TOKEN_LIMIT', 'RATE_LIMITED'],
    limit: { tries: 10, windowSeconds: 900 },
  })
    .input(ApiTokenInput)
    .output(ApiTokenCreated),
  revoke: call({
    method: 'DELETE',
    path: '/api-token/{id}',
    member: 'change',
    summary: 'Revoke an API token; from now on its requests are rejected',
    ...own,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Outcome),
  revokeAll: call({
    method: 'DELETE',
    path: '/api-token',
    member: 'change',
    summary: 'Revoke all API tokens of the caller',
    ...own,
  }).output(v.object({ status: v.literal(true), revoked: v.number() })),
};
