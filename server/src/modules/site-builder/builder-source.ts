import type { Deployed } from '../../hosting/driver.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { textOfFile } from './page-text.ts';
import type { BuilderFile } from '../../uploads/readers/render-site.ts';
import { siteArchive } from './site-archive.ts';
import { findProject, listPictures, recordPublication, saveProject, type ProjectRow } from './site-builder.repo.ts';
import { contentOf } from './starter.ts';

/** The draft of the task's site; a new site gets one. */
async function projectOf(context: StepContext): Promise<ProjectRow> {
  const { db, clock } = context.app;
  const site = await siteOf(context);
  const first = async () =>
    saveProject(db, { siteId: site.id, revision: 0, content: contentOf(site, undefined), at: clock.now() });
  const project = (await findProject(db, site.id)) ?? (await first()) ?? (await findProject(db, site.id));
  if (!project) throw new Error(`The draft of ${site.fqdn} was deleted.`);
  return project;
}

/** Renders the newest version of the draft and puts its files in place. */
export async function fromBuilder(context: StepContext): Promise<Deployed> {
  const { app, task } = context;
  const { siteId, revision, content } = await projectOf(context);
  const pictures = await listPictures(app.db, siteId);
  const at = app.clock.now();
  context.note(`Version ${revision} of the draft`);
  // A task does not wait behind its customer's previews.
  const textOf = (file: BuilderFile) => textOfFile(app.uploads, `task ${task.id}`, content.lang, file);
  const open = async () => siteArchive({ storage: app.storage, siteId, content, pictures, at, textOf });
  const deployed = await app.hosting.deploy(task.resourceId, { kind: 'archive', open }, context);
  await recordPublication(app.db, siteId, { revision, at });
  return deployed;
}
