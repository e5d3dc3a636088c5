import type { HelpDraftRow } from '@panel/contract';
import { signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { found } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { countRead, readsByArticle } from './help-use.repo.ts';
import * as repo from './help.repo.ts';
import {
  createArticle,
  mustBeArticle,
  publishArticle,
  removeArticle,
  restoreVersion,
  saveArticle,
  showFeedback,
  vote,
} from './help.service.ts';

const MOST_READ = 6;
const done = { status: true as const };

const wireRow = (row: repo.ArticleRow): HelpDraftRow => {
  const { id, slug, title, category, audience, version, publishedVersion, updatedAt } = row;
  return {
    ...{ id, slug, title, category, audience, version },
    published_version: publishedVersion,
    updated_at: updatedAt.toISOString(),
  };
};

export const helpRoutes = {
  center: calls.help.center.handler(async ({ context: { app, partner } }) => {
    const [articles, read] = await Promise.all([
      repo.listPublished(app.db, partner.id),
      readsByArticle(app.db, partner.id, MOST_READ),
    ]);
    return { articles, most_read: read.map(({ slug }) => slug) };
  }),

  article: calls.help.article.handler(async ({ context: { app, partner }, input }) => {
    const row = found(await repo.findPublished(app.db, partner.id, input.slug));
    const { title, summary, category, blocks, createdAt } = row;
    return { ...input, title, summary, category, blocks, updated_at: createdAt.toISOString() };
  }),

  read: calls.help.read.handler(async ({ context, input }) => {
    await mustBeArticle(context, input.slug);
    await countRead(context.app.db, context.partner.id, input.slug, context.app.clock.now());
    return done;
  }),

  vote: calls.help.vote.handler(async ({ context, input }) => {
    await vote(context, input);
    return done;
  }),

  feedback: calls.help.feedback.handler(async ({ context }) => ({ articles: await showFeedback(context) })),

  list: calls.help.list.handler(({ context, input }) =>
    paged(
      { ...input, sortOrder: input.sortOrder ?? 'desc' },
      (slice) => repo.listArticles(context.app.db, context.partner.id, input.keyword, slice),
      wireRow,
    ),
  ),

  byId: calls.help.byId.handler(async ({ context: { app, partner }, input }) => {
    const row = found(await repo.findArticle(app.db, partner.id, input.id));
    const newest = found(await repo.findVersion(app.db, row.id, row.version));
    const versions = await repo.listVersions(app.db, row.id);
    return {
      ...wireRow(row),
      summary: newest.summary,
      markdown: newest.markdown,
      blocks: newest.blocks,
      versions: versions.map(({ version, title, userName, restoredFrom, createdAt }) => ({
        ...{ version, title },
        by: userName,
        restored_from: restoredFrom,
        created_at: createdAt.toISOString(),
      })),
    };
  }),

  create: calls.help.create.handler(async ({ context, input }) => ({
    ...done,
    id: await createArticle(context, input),
  })),

  save: calls.help.save.handler(async ({ context, input }) => ({
    ...done,
    version: await saveArticle(context, input),
  })),

  publish: calls.help.publish.handler(async ({ context, input }) => {
    await publishArticle(context, input);
    return done;
  }),

  restore: calls.help.restore.handler(async ({ context, input }) => ({
    ...done,
    version: await restoreVersion(context, input),
  })),

  remove: calls.help.remove.handler(async ({ context, input }) => {
    await removeArticle(context, input.id);
    return done;
  }),

  preview: calls.help.preview.handler(async ({ context, input }) => {
    const { blocks } = await context.app.uploads.run('helpArticle', signedIn(context).id, input);
    return { blocks };
  }),
};
