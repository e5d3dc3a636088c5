import type { Blueprint } from '@panel/contract';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { listBlueprints, type BlueprintRow } from './blueprint.repo.ts';
import { canChange, changeBlueprint, createBlueprint, removeBlueprint, showBlueprint } from './blueprint.service.ts';

const wireBlueprint =
  (context: CallContext) =>
  (row: BlueprintRow): Blueprint => ({
    id: row.id,
    name: row.name,
    // The site of an offered one is the partner's business.
    site_fqdn: isStaff(signedIn(context)) || row.customerId !== null ? row.siteFqdn : null,
    includes_content: row.includesContent,
    is_offered: row.isOffered,
    is_partners: row.customerId === null,
    can_change: canChange(context, row),
    wp_version: row.wpVersion,
    status: row.status,
    size: row.size,
    error: row.error,
    task_id: row.taskId,
    created_at: row.createdAt.toISOString(),
  });

const { blueprint } = calls;

export const blueprintRoutes = {
  list: blueprint.list.handler(({ context, input }) => {
    const { keyword, site_id: siteId, usable } = input;
    const filter = { keyword, siteId, usable: usable === 'true' };
    return paged(
      input,
      (slice) => listBlueprints(context.app.db, scopeOf(context), filter, slice),
      wireBlueprint(context),
    );
  }),
  ofPartner: blueprint.ofPartner.handler(({ context, input }) => {
    const filter = { keyword: input.keyword, usable: input.usable === 'true', partners: true };
    return paged(
      input,
      (slice) => listBlueprints(context.app.db, scopeOf(context), filter, slice),
      wireBlueprint(context),
    );
  }),
  byId: blueprint.byId.handler(async ({ context, input }) =>
    wireBlueprint(context)(await showBlueprint(context, input.id)),
  ),
  create: blueprint.create.handler(({ context, input }) => createBlueprint(context, input)),
  update: blueprint.update.handler(async ({ context, input }) => {
    await changeBlueprint(context, input);
    return { status: 'updated' as const };
  }),
  remove: blueprint.remove.handler(async ({ context, input }) => {
    await removeBlueprint(context, input.id);
    return { status: true as const };
  }),
};
