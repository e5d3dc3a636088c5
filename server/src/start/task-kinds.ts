import type { HostingDriver } from '../hosting/driver.ts';
import { modules } from '../modules/index.ts';
import type { TaskKind, TaskKinds } from '../tasks/task-kind.ts';
import { retentionKinds } from './retention.tasks.ts';

const followers = modules.flatMap(({ afterTask }) => afterTask ?? []);

/** The kind, with what modules do after the end of a task. That is not part of it: where it fails, the task has its end. */
const followed = (kind: TaskKind): TaskKind => ({
  ...kind,
  async ended(context) {
    await kind.ended?.(context);
    const { app, task } = context;
    for (const follow of followers)
      await follow(context).catch((err: unknown) =>
        app.log.warn({ err, taskId: task.id }, 'what follows a task failed'),
      );
  },
});

/** All kinds of tasks. @throws Error when two modules declare the same one */
export function taskKinds(hosting: HostingDriver): TaskKinds {
  const kinds: Record<string, TaskKinds[string]> = {};
  const groups = modules.map(({ taskKinds: of }) => (typeof of === 'function' ? of(hosting) : of));
  for (const group of [retentionKinds, ...groups])
    for (const [id, kind] of Object.entries(group ?? {})) {
      if (id in kinds) throw new Error(`Two modules declare the task ${id}.`);
      kinds[id] = followed(kind);
    }
  return kinds;
}
