import { FLEET_KINDS, type FleetChange } from '@panel/contract';
import { described, said, type Said } from '../../context/said.ts';
import type { PlanKind, PlanKinds, PlanRow } from '../../tasks/plan-kind.ts';
import type { Notice } from '../../tasks/task-kind.ts';
import { hasEnded, wireSite } from '../change-plan/plan-result.ts';
import { changeKind } from './fleet-kinds.ts';
import { unready } from './fleet-change.ts';
import { fleetTaskId, fleetUndoId, type FleetPayload, type FleetUndo } from './fleet.tasks.ts';

export type FleetRow = PlanRow & { change: FleetChange };

/** Whether a plan is one of a fleet. */
export const isFleetPlan = (run: PlanRow): run is FleetRow => run.change !== null;

function fleetPlanOf(run: PlanRow): FleetRow {
  if (!isFleetPlan(run)) throw new Error(`The plan ${run.id} does not say what it changes.`);
  return run;
}

/** The page that shows a plan to whoever started it. */
const pathOf = ({ id, customerId }: PlanRow): string =>
  customerId === null ? `/admin/fleet/plan?id=${id}` : `/fleet/plan?id=${id}`;

const noticeOf = (run: PlanRow, text: Said): Notice => ({
  type: 'fleet_changed',
  ...described(text),
  link: pathOf(run),
});

const whatOf = ({ change }: FleetRow) => [changeKind(change.kind).subject(change)];

const fleetPlan: PlanKind = {
  async targets({ hosting }, _db, row) {
    const { change } = fleetPlanOf(row);
    return (site) => {
      const reason = unready(site) ?? changeKind(change.kind).preview({ hosting }, site, change);
      if (reason) return { reason };
      return {
        task: (isFirst) => ({
          kind: fleetTaskId(change.kind),
          payload: { change, isFirst } satisfies FleetPayload,
        }),
      };
    };
  },
  putBack: (row, { taskId }) => ({
    kind: fleetUndoId(fleetPlanOf(row).change.kind),
    payload: { taskId } satisfies FleetUndo,
  }),
  ended(row, rows) {
    const run = fleetPlanOf(row);
    const sites = rows.map(wireSite);
    if (!hasEnded(run, sites)) return null;
    const good = sites.filter(({ status }) => status === 'succeeded').length;
    return noticeOf(
      run,
      said('{what}: changed on {good} of {all, plural, one {# site} other {# sites}}.', {
        ...{ what: whatOf(run), good, all: sites.length },
      }),
    );
  },
  paused(row, state, { fqdn }) {
    const run = fleetPlanOf(row);
    const facts = { what: whatOf(run), site: fqdn };
    return noticeOf(
      run,
      state === 'halted'
        ? said(
            '{what}: the change failed on {site} and was undone there. No other site is changed until you decide.',
            facts,
          )
        : said('{what}: {site} looks different after the change. Compare it, then continue or stop.', facts),
    );
  },
};

/** Plans that change what sites of any kind have in common. */
export const fleetPlans: PlanKinds = Object.fromEntries(FLEET_KINDS.map((kind) => [kind, fleetPlan]));
