import { EXTENSION_KINDS } from '@panel/contract';
import type { PlanKind, PlanKinds } from '../../tasks/plan-kind.ts';
import { scopeOfRun } from '../change-plan/plan-advance.ts';
import { extensionTaskId, itemsFor, NOTHING, unfit } from './extension-choice.ts';
import type { ExtensionPayload } from './extension-steps.ts';
import { installedItems } from './installed.repo.ts';
import { putBackTaskId, type PutBackPayload } from './put-back.tasks.ts';
import { extensionRunOf, noticeOf, pausedNotice } from './run-result.ts';

const extensionPlan: PlanKind = {
  async targets(_app, db, row) {
    const run = extensionRunOf(row);
    const { kind, action, items: wanted, activate } = run;
    const slugs = wanted.map(({ slug }) => slug);
    const known = await installedItems(db, scopeOfRun(run), kind, slugs);
    return (site) => {
      const reason = unfit(site);
      if (reason) return { reason };
      const items = itemsFor({ action, activate }, wanted, known, site.id);
      if (items.length === 0) return { reason: NOTHING[action] };
      return {
        task: (isFirst) => ({
          kind: extensionTaskId(kind, action),
          payload: { items, activate, plan: { isFirst } } satisfies ExtensionPayload,
        }),
      };
    };
  },
  putBack(row, { taskId, before }) {
    const { kind, action, items: wanted, activate } = extensionRunOf(row);
    const items = wanted.filter(({ slug }) => slug in (before?.items ?? {}));
    const change: ExtensionPayload = { items, activate, plan: { isFirst: false } };
    return { kind: putBackTaskId(kind), payload: { taskId, action, change } satisfies PutBackPayload };
  },
  ended: (run, rows) => noticeOf(extensionRunOf(run), rows),
  paused: (run, state, site) => pausedNotice(extensionRunOf(run), state, site),
};

/** Plans that change plugins and themes. */
export const extensionPlans: PlanKinds = Object.fromEntries(EXTENSION_KINDS.map((kind) => [kind, extensionPlan]));
