import type { HostingDriver } from '../../hosting/driver.ts';
import { defineKind, type TaskKind } from '../../tasks/task-kind.ts';
import {
  endingOfReserved,
  installOutline,
  installSteps,
  LEAVES_NAME,
  type InstallPayload,
} from '../site-install/site-install.tasks.ts';

/** A static site without files of its own: it shows the welcome page. */
export const EMPTY_SITE = { files: {} } as const satisfies InstallPayload;

/** Makes a reserved site that waits for the files of its owner. */
export function finalizeTransferKind(hosting: HostingDriver): TaskKind {
  return defineKind({
    ...endingOfReserved,
    label: 'Preparing the site for your files',
    outline: (payload) => installOutline(hosting, payload, LEAVES_NAME),
    steps: (context) => installSteps(context, LEAVES_NAME),
  });
}
