import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { SiteSource } from '../site-install/site-install.tasks.ts';
import { removeWork, workFile } from '../backup/backup-archive.ts';
import { fetchStep } from '../backup/fetch-step.ts';

export const FromBackupPayload = definePayload(v.object({ backupId: v.string(), backupName: v.string() }));
export type FromBackupPayload = PayloadOf<typeof FromBackupPayload>;

/** A new site from an archive. The site that was backed up is not touched. */
export const backupSource: SiteSource = {
  label: 'Creating the site from a backup',
  kind: 'archive',
  provide: [fetchStep],
  origin: ({ app, task }) => ({ kind: 'archive', file: workFile(app, task.id, 'fetched') }),
  cleanUp: ({ app, task }) => removeWork(app, task.id),
};
