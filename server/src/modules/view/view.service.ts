import { VIEWS_MAX, type SavedView, type ViewChangeInput, type ViewCreateInput } from '@panel/contract';
import type { InferOutput } from 'valibot';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import * as repo from './view.repo.ts';

/** The caller, at the partner of the call: who operates the installation has views of their own at each. */
export const ownerOf = (context: CallContext): repo.Owner => ({
  ...{ partnerId: context.partner.id, userId: signedIn(context).id },
});

export const publicView = ({ id, name, state, isDefault }: repo.ViewRow): SavedView => ({
  ...{ id, name, state, is_default: isDefault },
});

/** Saves what a list shows. @throws PanelError VIEW_LIMIT, VIEW_TAKEN */
export async function createView(
  context: CallContext,
  { list, name, state }: InferOutput<typeof ViewCreateInput>,
): Promise<SavedView> {
  const owner = ownerOf(context);
  return context.app.db.transaction(async (tx) => {
    if ((await repo.countViews(tx, owner, list)) >= VIEWS_MAX) throw new PanelError('VIEW_LIMIT', { limit: VIEWS_MAX });
    const row = await repo.insertView(tx, { ...owner, list, name, state });
    if (!row) throw new PanelError('VIEW_TAKEN');
    return publicView(row);
  });
}

/** Renames a view, saves what it shows, or makes it the default. @throws PanelError NOT_FOUND, VIEW_TAKEN */
export async function changeView(
  context: CallContext,
  { id, name, state, is_default: isDefault }: InferOutput<typeof ViewChangeInput>,
): Promise<SavedView> {
  return context.app.db.transaction(async (tx) => {
    const row = found(await repo.lockView(tx, ownerOf(context), id));
    if (name !== undefined && (await repo.isNameTaken(tx, row, name))) throw new PanelError('VIEW_TAKEN');
    if (isDefault) await repo.clearDefault(tx, row);
    return publicView(found(await repo.updateView(tx, id, { name, state, isDefault })));
  });
}
