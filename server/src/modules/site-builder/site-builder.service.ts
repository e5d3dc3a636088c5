import {
  BUILDER_DRAFT_MAX_BYTES,
  type BuilderContent,
  type BuilderDraft,
  type BuilderPublication,
} from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant } from '../../context/tenant.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import type { SiteKey } from '../site/site-list.repo.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { moveSite, type SiteRow } from '../site/site.repo.ts';
import { findProject, saveProject, type ProjectRow } from './site-builder.repo.ts';
import { contentOf } from './starter.ts';

/**
 * A site of the site builder in the caller's scope.
 * @throws PanelError NOT_FOUND, also for other kinds of sites
 */
export async function findBuilderSite(context: CallContext, key: SiteKey): Promise<SiteRow> {
  const site = await findSite(context, key);
  if (site.type !== 'site_builder' || !site.assignedAt) throw new PanelError('NOT_FOUND');
  return site;
}

const publicationOf = (content: BuilderContent, project: ProjectRow | undefined): BuilderPublication => ({
  revision: project?.revision ?? 0,
  saved_at: project?.savedAt.toISOString() ?? null,
  published_revision: project?.publishedRevision ?? null,
  published_at: project?.publishedAt?.toISOString() ?? null,
  page_count: content.pages.length,
});

/** The address of a site's editor. @throws PanelError NOT_FOUND, TENANT_MISMATCH */
export async function editorAddress(context: CallContext, input: { fqdn: string; domain: string }): Promise<string> {
  await checkTenant(context, { partner_domain: input.domain });
  const { id } = await findBuilderSite(context, { fqdn: input.fqdn });
  return `${addressOf(context.app.config, context.partner.domain)}/site-builder/edit/${id}`;
}

export async function showDraft(context: CallContext, id: string): Promise<BuilderDraft> {
  const site = await findBuilderSite(context, { id });
  const project = await findProject(context.app.db, id);
  const content = contentOf(site, project);
  const { fqdn } = site;
  return { fqdn, url: addressOf(context.app.config, fqdn), ...publicationOf(content, project), ...content };
}

export async function showPublication(context: CallContext, id: string): Promise<BuilderPublication> {
  const site = await findBuilderSite(context, { id });
  const project = await findProject(context.app.db, id);
  return publicationOf(contentOf(site, project), project);
}

type Save = BuilderContent & { id: string; revision: number };

/**
 * Saves a version of the draft, without what may not be in it.
 * @throws PanelError NOT_FOUND, TOO_LARGE, VALIDATION, UPLOAD_STOPPED, UPLOADS_WAITING; CONFLICT when the edited version is not the newest
 */
export async function saveDraft(
  context: CallContext,
  { id, revision, lang, pages }: Save,
): Promise<BuilderPublication> {
  await findBuilderSite(context, { id });
  const { app } = context;
  const tooLarge = () => new PanelError('TOO_LARGE', { limit: `${BUILDER_DRAFT_MAX_BYTES / 1024 ** 2} MB` });
  if (pages.reduce((sum, { html, css }) => sum + html.length + css.length, 0) > BUILDER_DRAFT_MAX_BYTES)
    throw tooLarge();
  const content = await app.uploads.run('builderDraft', signedIn(context).id, { lang, pages });
  if (Buffer.byteLength(JSON.stringify(content)) > BUILDER_DRAFT_MAX_BYTES) throw tooLarge();
  const saved = await saveProject(app.db, { siteId: id, revision, content, at: app.clock.now() });
  if (!saved) throw new PanelError('CONFLICT');
  return publicationOf(content, saved);
}

/**
 * Replaces the files of the live site with those of the draft.
 * @throws PanelError NOT_FOUND, CONFLICT, TASK_RUNNING, SITE_NOT_READY, ABUSE
 */
export async function publishDraft(context: CallContext, input: { id: string; revision: number }): Promise<Started> {
  refuseAbuse(context);
  const { id, revision } = input;
  await findBuilderSite(context, { id });
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, id);
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const project = await findProject(tx, id);
    if ((project?.revision ?? 0) !== revision) throw new PanelError('CONFLICT');
    await moveSite(tx, id, 'processing');
    return startSiteTask(context, tx, { kind: 'site.publish', site, payload: { source: { kind: 'builder' } } });
  });
}
