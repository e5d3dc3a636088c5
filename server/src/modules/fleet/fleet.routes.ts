import { calls } from '../../context/implement.ts';
import { decideFleetPlan, previewChange, showPlan, showPlans, startPlan } from './fleet.service.ts';

const { fleet } = calls;

export const fleetRoutes = {
  preview: fleet.preview.handler(({ context, input }) => previewChange(context, input)),
  start: fleet.start.handler(({ context, input }) => startPlan(context, input)),
  list: fleet.list.handler(({ context }) => showPlans(context)),
  byId: fleet.byId.handler(({ context, input }) => showPlan(context, input.id)),
  decide: fleet.decide.handler(({ context, input }) => decideFleetPlan(context, input)),
};
