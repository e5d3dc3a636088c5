import type { OwnSession } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { found } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { deviceOf } from '../../lib/device.ts';
import { rememberedHash } from './remembered-browser.ts';
import { forgetBrowser, forgetBrowsersOf } from './remembered-browser.repo.ts';
import { deleteSessionsOf, endSession, listSessions, type StoredSession } from './session.repo.ts';
import { SESSION_IDLE_MS } from './session.service.ts';

const wireSession = (row: StoredSession, currentHash: string | undefined): OwnSession => ({
  id: row.id,
  is_current: row.idHash === currentHash,
  ...deviceOf(row.userAgent),
  ip: row.ip,
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
});

const who = (context: CallContext) => ({
  partnerId: context.partner.id,
  userId: signedIn(context).id,
  request: context.request,
});

/** Where the caller is signed in. A browser that is signed out is forgotten as well: it is asked for everything again. */
export const ownSessionRoutes = {
  sessions: calls.security.sessions.handler(({ context, input }) => {
    const { db, clock } = context.app;
    const now = clock.now();
    const live = { userId: signedIn(context).id, now, seenAfter: new Date(now.getTime() - SESSION_IDLE_MS) };
    const order = { ...input, sortOrder: input.sortOrder ?? ('desc' as const) };
    return paged(
      order,
      (slice) => listSessions(db, live, slice),
      (row) => wireSession(row, context.viewer?.session?.hash),
    );
  }),

  endSession: calls.security.endSession.handler(({ context, input }) =>
    context.app.db.transaction(async (tx) => {
      const { userId, ...rest } = who(context);
      const { id, browserHash } = found(await endSession(tx, userId, input.id));
      if (browserHash) await forgetBrowser(tx, userId, browserHash);
      await audit(tx, 'session.end', { userId, ...rest }, { sessionId: id });
      return { status: true as const };
    }),
  ),

  endOtherSessions: calls.security.endOtherSessions.handler(({ context }) =>
    context.app.db.transaction(async (tx) => {
      const { userId, ...rest } = who(context);
      const ended = await deleteSessionsOf(tx, userId, context.viewer?.session?.hash);
      await forgetBrowsersOf(tx, userId, rememberedHash(context));
      await audit(tx, 'session.end_others', { userId, ...rest }, { ended });
      return { status: true as const, ended };
    }),
  ),
};
