import { calls } from '../context/implement.ts';
import { modules } from '../modules/index.ts';
import { partnerAdminRoutes } from '../modules/partner/partner-admin.routes.ts';
import { healthRoutes } from '../platform/health/health.routes.ts';
import { openFor, platformRoutes } from '../platform/registry/registry.routes.ts';
import { releaseRoutes } from '../platform/release/release.routes.ts';
import { approvalRoutes } from '../platform/team/approval.routes.ts';
import { teamRoutes } from '../platform/team/team.routes.ts';
import type { OpenRegistry } from '../platform/web/index.ts';

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The calls of all modules, by group. */
type ModuleRoutes = AllOf<(typeof modules)[number]['routes']>;

function moduleRoutes(): ModuleRoutes {
  const groups: Record<string, object> = {};
  for (const { routes } of modules)
    for (const [group, handlers] of Object.entries(routes)) groups[group] = { ...groups[group], ...handlers };
  return groups as ModuleRoutes;
}

/** All handlers together; a missing one is a type error here. */
export function createRouter(open: OpenRegistry) {
  return calls.router({
    ...moduleRoutes(),
    partnerAdmin: partnerAdminRoutes((context) => openFor(open, context)),
    platform: platformRoutes(open),
    release: releaseRoutes,
    team: teamRoutes,
    health: healthRoutes,
    approval: approvalRoutes,
  });
}

export type PanelRouter = ReturnType<typeof createRouter>;
