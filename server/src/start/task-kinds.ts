import type { HostingDriver } from '../hosting/driver.ts';
import { modules } from '../modules/index.ts';
import type { TaskKinds } from '../tasks/task-kind.ts';
import { retentionKinds } from './retention.tasks.ts';

/** All kinds of tasks. @throws Error when two modules declare the same one */
export function taskKinds(hosting: HostingDriver): TaskKinds {
  const kinds: Record<string, TaskKinds[string]> = {};
  const groups = modules.map(({ taskKinds: of }) => (typeof of === 'function' ? of(hosting) : of));
  for (const group of [retentionKinds, ...groups])
    for (const [id, kind] of Object.entries(group ?? {})) {
      if (id in kinds) throw new Error(`Two modules declare the task ${id}.`);
      kinds[id] = kind;
    }
  return kinds;
}
