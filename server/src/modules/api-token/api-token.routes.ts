import { SCOPES, type ApiToken } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import type { ApiTokenRow } from './api-token.repo.ts';
import { createApiToken, listTokens, revoke, statusOf } from './api-token.service.ts';

const wireApiToken = (row: ApiTokenRow, madeBy: string | null, now: Date): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
  status: statusOf(row, now),
  made_by: madeBy,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_used_ip: row.lastUsedIp,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

export const apiTokenRoutes = {
  list: calls.apiToken.list.handler(({ context, input }) => {
    const now = context.app.clock.now();
    return paged(
      input,
      (slice) => listTokens(context, slice),
      ({ row, madeBy }) => wireApiToken(row, madeBy, now),
    );
  }),

  create: calls.apiToken.create.handler(async ({ context, input }) => {
    const { row, token } = await createApiToken(context, input);
    return { status: true as const, data: wireApiToken(row, null, context.app.clock.now()), token };
  }),

  revoke: calls.apiToken.revoke.handler(async ({ context, input }) => {
    await revoke(context, input.id);
    return { status: true as const };
  }),

  revokeAll: calls.apiToken.revokeAll.handler(async ({ context }) => ({
    status: true as const,
    revoked: await revoke(context),
  })),
};
