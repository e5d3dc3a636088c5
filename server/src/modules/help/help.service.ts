import type { HelpDraft, HelpFeedback } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { addressKey } from '../../lib/client-address.ts';
import { PANEL_ARTICLES } from './panel-articles.ts';
import { newestComments, readsByArticle, saveVote, votesByArticle } from './help-use.repo.ts';
import * as repo from './help.repo.ts';

/** Articles of one partner. */
export const ARTICLES_MAX = 200;
/** Comments that staff see: of each article, and of all. */
const COMMENTS = 20;
const ALL_COMMENTS = 1000;

type Content = Pick<HelpDraft, 'title' | 'summary' | 'category' | 'audience' | 'markdown'>;

const record = (context: CallContext, tx: Database, action: string, detail: Record<string, unknown>) =>
  audit(tx, action, { partnerId: context.partner.id, userId: signedIn(context).id, request: context.request }, detail);

/** A version of what staff wrote. @throws PanelError VALIDATION, UPLOAD_STOPPED, UPLOADS_WAITING */
async function compiled(
  context: CallContext,
  { title, summary, category, audience, markdown }: Content,
): Promise<repo.NewVersion> {
  const { id: userId, email: userName } = signedIn(context);
  const { blocks, words } = await context.app.uploads.run('helpArticle', userId, { markdown });
  return { title, summary, category, audience, markdown, blocks, words, userId, userName };
}

/** @throws PanelError HELP_LIMIT, VALIDATION for a slug that the partner has already; what compiling throws */
export async function createArticle(context: CallContext, input: Content & { slug: string }): Promise<string> {
  const { app, partner } = context;
  const version = await compiled(context, input);
  return app.db.transaction(async (tx) => {
    if ((await repo.countArticles(tx, partner.id)) >= ARTICLES_MAX)
      throw new PanelError('HELP_LIMIT', { limit: ARTICLES_MAX });
    const id = await repo.insertArticle(tx, { partnerId: partner.id, slug: input.slug }, version);
    if (id === undefined)
      throw new PanelError('VALIDATION', {}, { fields: { slug: 'Another of your articles has this address.' } });
    await record(context, tx, 'help.create', { slug: input.slug });
    return id;
  });
}

/** @throws PanelError NOT_FOUND; CONFLICT when the edited version is not the newest; what compiling throws */
export async function saveArticle(
  context: CallContext,
  input: Content & { id: string; version: number },
): Promise<number> {
  const { app, partner } = context;
  found(await repo.findArticle(app.db, partner.id, input.id));
  const version = await compiled(context, input);
  return app.db.transaction(async (tx) => {
    const article = found(await repo.lockArticle(tx, partner.id, input.id));
    if (article.version !== input.version) throw new PanelError('CONFLICT');
    const next = await repo.addVersion(tx, article, version);
    await record(context, tx, 'help.save', { slug: article.slug, version: next });
    return next;
  });
}

/** Saves an earlier version as the newest one; what readers see stays. @throws PanelError NOT_FOUND */
export async function restoreVersion(context: CallContext, input: { id: string; version: number }): Promise<number> {
  const { app, partner } = context;
  return app.db.transaction(async (tx) => {
    const article = found(await repo.lockArticle(tx, partner.id, input.id));
    const earlier = found(await repo.findVersion(tx, article.id, input.version));
    const { id: userId, email: userName } = signedIn(context);
    const { createdAt: _createdAt, articleId: _articleId, version: restoredFrom, ...kept } = earlier;
    const next = await repo.addVersion(tx, article, { ...kept, restoredFrom, userId, userName });
    await record(context, tx, 'help.restore', { slug: article.slug, version: next, from: restoredFrom });
    return next;
  });
}

/** Shows the newest version to readers, or none. @throws PanelError NOT_FOUND */
export async function publishArticle(context: CallContext, input: { id: string; published: boolean }): Promise<void> {
  await context.app.db.transaction(async (tx) => {
    const article = found(await repo.lockArticle(tx, context.partner.id, input.id));
    await repo.setPublished(tx, article.id, input.published ? article.version : null);
    const { slug, version } = article;
    await record(context, tx, input.published ? 'help.publish' : 'help.unpublish', { slug, version });
  });
}

/** Deleting is idempotent (decision: Writes). */
export async function removeArticle(context: CallContext, id: string): Promise<void> {
  await context.app.db.transaction(async (tx) => {
    const gone = await repo.deleteArticle(tx, context.partner.id, id);
    if (gone) await record(context, tx, 'help.delete', { slug: gone.slug });
  });
}

/** @throws PanelError NOT_FOUND when readers here have no such article */
export async function mustBeArticle({ app, partner }: CallContext, slug: string): Promise<void> {
  if (!PANEL_ARTICLES.has(slug)) found(await repo.findPublished(app.db, partner.id, slug));
}

/** Who answers: a user, or everybody behind one address. */
function voterOf({ app, partner, viewer, request }: CallContext): string {
  if (viewer) return viewer.user.id;
  return app.secrets.digest('help vote', `${partner.id}|${addressKey(request.ip)}`).toString('base64url');
}

/** Stores the caller's answer about an article. @throws PanelError NOT_FOUND */
export async function vote(
  context: CallContext,
  { slug, helpful, comment }: { slug: string; helpful: boolean; comment: string },
): Promise<void> {
  await mustBeArticle(context, slug);
  await saveVote(context.app.db, {
    ...{ partnerId: context.partner.id, slug, helpful, comment },
    voter: voterOf(context),
  });
}

/** What readers said, those articles first that helped least. */
export async function showFeedback({ app, partner }: CallContext): Promise<HelpFeedback[]> {
  const [reads, votes, comments] = await Promise.all([
    readsByArticle(app.db, partner.id, ALL_COMMENTS),
    votesByArticle(app.db, partner.id),
    newestComments(app.db, partner.id, ALL_COMMENTS),
  ]);
  const all = new Map<string, HelpFeedback>();
  const of = (slug: string): HelpFeedback => {
    const known = all.get(slug) ?? { slug, reads: 0, helpful: 0, unhelpful: 0, comments: [] };
    all.set(slug, known);
    return known;
  };
  for (const row of reads) of(row.slug).reads = row.reads;
  for (const { slug, helpful, unhelpful } of votes) Object.assign(of(slug), { helpful, unhelpful });
  for (const { slug, helpful, comment, updatedAt } of comments) {
    const { comments: kept } = of(slug);
    if (kept.length < COMMENTS) kept.push({ helpful, comment, at: updatedAt.toISOString() });
  }
  return [...all.values()].sort((a, b) => b.unhelpful - a.unhelpful || b.reads - a.reads);
}
