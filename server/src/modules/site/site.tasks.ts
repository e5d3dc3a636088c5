import type { TaskKinds, TaskKind } from '../../tasks/task-kind.ts';
import type { HostingDriver } from '../../hosting/driver.ts';
import { createKind, finalizeKind, initiateKind } from './site-install.tasks.ts';
import { deleteKind } from './site-delete.tasks.ts';
import { renameKind } from './site-rename.tasks.ts';

/** What is done for each kind of task on a site. */
export function siteTasks(hosting: HostingDriver): TaskKinds {
  const kinds: Record<keyof TaskKinds, TaskKind> = {
    'site.initiate': initiateKind(),
    'site.create': createKind(hosting),
    'site.finalize': finalizeKind(hosting),
    'site.rename': renameKind,
    'site.delete': deleteKind,
  };
  return kinds;
}
