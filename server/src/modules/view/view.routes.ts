import { calls } from '../../context/implement.ts';
import { PanelError } from '../../kernel/errors.ts';
import { deleteView, listViews } from './view.repo.ts';
import { changeView, createView, ownerOf, publicView } from './view.service.ts';

const { view } = calls;
const status = true as const;

export const viewRoutes = {
  list: view.list.handler(async ({ context, input }) => ({
    views: (await listViews(context.app.db, ownerOf(context), input.list)).map(publicView),
  })),
  create: view.create.handler(async ({ context, input }) => ({ status, data: await createView(context, input) })),
  change: view.change.handler(async ({ context, input }) => ({ status, data: await changeView(context, input) })),
  remove: view.remove.handler(async ({ context, input }) => {
    if (!(await deleteView(context.app.db, ownerOf(context), input.id))) throw new PanelError('NOT_FOUND');
    return { status };
  }),
};
