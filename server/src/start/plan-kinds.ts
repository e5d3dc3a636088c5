import { modules } from '../modules/index.ts';
import type { PlanKinds } from '../tasks/plan-kind.ts';

/** All kinds of changes that plans make. @throws Error when two modules declare the same one */
export function planKinds(): PlanKinds {
  const kinds: Record<string, PlanKinds[string]> = {};
  for (const { planKinds: of } of modules)
    for (const [name, kind] of Object.entries(of ?? {})) {
      if (name in kinds) throw new Error(`Two modules declare the plan ${name}.`);
      kinds[name] = kind;
    }
  return kinds;
}
