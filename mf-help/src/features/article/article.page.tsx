import { Suspense, useEffect } from 'react';
import { queryClient, t } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { countHelpRead, helpCenterQuery } from '@panel/resources/help';
import { Card, EmptyState, ButtonLink, Page, Skeleton, Stack } from '@panel/ui';
import { articleLanguage } from './article-language.ts';
import { ArticleLinks } from './article-links.tsx';
import { ArticleView } from './article-view.tsx';
import { Helpful } from './helpful.tsx';
import { useHelpArticles } from './help-articles.ts';
import { categoryTitle } from './categories.ts';
import './article.css';

export const prefetch = () => Promise.all([articleLanguage(), queryClient.prefetchQuery(helpCenterQuery)]);

function Missing() {
  return (
    <Page title={t('Help center')} width="form">
      <EmptyState
        icon="search"
        title={t('There is no such article')}
        text={t('It may have been removed. Search the help center for what you need.')}
        action={<ButtonLink to="/help">{t('Open the help center')}</ButtonLink>}
      />
    </Page>
  );
}

/** /help/article/{slug} */
export function Component() {
  const { slug = '' } = useParams();
  const { bySlug, known, partners, articles } = useHelpArticles();
  const entry = bySlug.get(slug);
  const exists = entry !== undefined;
  useEffect(() => {
    if (exists) countHelpRead(slug);
  }, [slug, exists]);
  if (slug === '') return <Navigate to="/help" replace />;
  if (!entry) return <Missing />;
  const { title, summary, category, group, related, lang } = entry;
  const isPartners = partners.some((one) => one.slug === slug);
  const beside = known(related);
  const more =
    beside.length > 0 ? beside : articles.filter((one) => one.group === group && one.slug !== slug).slice(0, 4);
  return (
    <Page
      title={lang ? <span lang={lang}>{title}</span> : title}
      subtitle={lang ? <span lang={lang}>{summary}</span> : summary}
      width="form"
      breadcrumb={[
        { title: t('Help center'), to: '/help' },
        { title: categoryTitle(category), to: `/help#${category}` },
        { title, to: null },
      ]}
    >
      <Stack gap={5}>
        <Suspense fallback={<Skeleton kind="text" />}>
          <ArticleView slug={slug} isPartners={isPartners} contents />
        </Suspense>
        <Helpful key={slug} slug={slug} />
        {more.length > 0 && (
          <Card title={t('Related articles')} level={2}>
            <ArticleLinks articles={more} label={t('Related articles')} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
