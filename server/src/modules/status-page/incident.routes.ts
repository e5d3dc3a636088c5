import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { listIncidents } from './incident.repo.ts';
import { createIncident, saveIncident, showIncident, updateIncident } from './incident.service.ts';
import { wireIncident } from './public-incident.ts';

const { incident } = calls;
const done = { status: true as const };

export const incidentRoutes = {
  list: incident.list.handler(({ context, input }) =>
    paged(
      { ...input, sortOrder: input.sortOrder ?? 'desc' },
      (slice) => listIncidents(context.app.db, context.partner.id, input.keyword, slice),
      wireIncident(context.app.clock.now()),
    ),
  ),

  byId: incident.byId.handler(({ context, input }) => showIncident(context, input.id)),

  create: incident.create.handler(async ({ context, input }) => ({
    ...done,
    id: await createIncident(context, input),
  })),

  save: incident.save.handler(async ({ context, input }) => ({
    ...done,
    version: await saveIncident(context, input),
  })),

  update: incident.update.handler(async ({ context, input }) => ({
    ...done,
    version: await updateIncident(context, input),
  })),
};
