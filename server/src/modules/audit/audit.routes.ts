import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { checkChain } from './audit-chain.service.ts';
import { findChain, lockChain, saveChain } from './audit-chain.repo.ts';
import { listLines, type Filter, type Lines, type ListedLine } from './audit-list.repo.ts';
import { ownLine, wireLine } from './wire-line.ts';

type ListInput = Filter & { pageIndex: number; pageSize: number };

const list = ({ app }: CallContext, lines: Lines, input: ListInput, wire: typeof wireLine) =>
  paged(
    input,
    (slice) => listLines(app.db, lines, input, slice),
    (row: ListedLine) => wire(row),
  );

export const auditRoutes = {
  list: calls.audit.list.handler(({ context, input }) =>
    list(context, { partnerId: context.partner.id, customerId: null }, input, wireLine),
  ),

  own: calls.audit.own.handler(({ context, input }) =>
    list(context, { partnerId: context.partner.id, customerId: signedIn(context).id }, input, ownLine),
  ),

  check: calls.audit.check.handler(({ context, signal }) => checkChain(context.app, context.partner.id, signal)),

  settings: calls.audit.settings.handler(async ({ context }) => ({
    keep_days: (await findChain(context.app.db, context.partner.id))?.keepDays ?? null,
  })),

  saveSettings: calls.audit.saveSettings.handler(({ context, input }) =>
    context.app.db.transaction(async (tx) => {
      const { partner, request } = context;
      const chain = await lockChain(tx, partner.id, true);
      await saveChain(tx, { partnerId: partner.id, keepDays: input.keep_days });
      const detail = { keep_days: input.keep_days, before: chain?.keepDays ?? null };
      await audit(tx, 'audit.settings', { partnerId: partner.id, userId: signedIn(context).id, request }, detail);
      return { status: true as const, data: input };
    }),
  ),
};
