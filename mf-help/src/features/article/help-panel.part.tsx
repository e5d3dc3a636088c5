import { Suspense, useEffect, useRef, useState } from 'react';
import { t, type SlotProps } from '@panel/core';
import { ButtonLink, IconButton, SearchInput, Skeleton, Text } from '@panel/ui';
import { countHelpRead } from '@panel/resources/help';
import { ArticleLinks, articlePath } from './article-links.tsx';
import { articleOfError } from './article-of-error.ts';
import { ArticleView } from './article-view.tsx';
import { articlesAbout, useHelpArticles } from './help-articles.ts';
import { Helpful } from './helpful.tsx';
import { SearchResults } from './search-results.tsx';

type Help = ReturnType<typeof useHelpArticles>;
type Props = SlotProps['help.panel'];

function Chosen({ slug, help, onTopic }: { slug: string; help: Help; onTopic: Props['onTopic'] }) {
  const isPartners = help.partners.some((one) => one.slug === slug);
  useEffect(() => countHelpRead(slug), [slug]);
  return (
    <>
      <Suspense fallback={<Skeleton kind="text" />}>
        <ArticleView slug={slug} isPartners={isPartners} onArticle={onTopic} />
      </Suspense>
      <div>
        <ButtonLink to={articlePath(slug)}>{t('Open as a page')}</ButtonLink>
      </div>
      <Helpful key={slug} slug={slug} />
    </>
  );
}

function Overview({ path, help, onTopic }: { path: string; help: Help; onTopic: Props['onTopic'] }) {
  const [query, setQuery] = useState('');
  const about = articlesAbout(help.articles, path);
  const shown = about.length > 0 ? about : help.known(['find-your-way', 'errors-in-the-panel']);
  return (
    <>
      <SearchInput label={t('Search the help')} value={query} onChange={setQuery} delay={120} />
      {query ? (
        <SearchResults query={query} help={help} onArticle={onTopic} />
      ) : (
        <>
          <Text as="h3" weight="strong">
            {about.length > 0 ? t('About this page') : t('Start here')}
          </Text>
          <ArticleLinks articles={shown} onArticle={onTopic} />
          {help.known(shown.flatMap(({ related }) => related)).length > 0 && (
            <>
              <Text as="h3" weight="strong">
                {t('Related')}
              </Text>
              <ArticleLinks
                articles={help
                  .known([...new Set(shown.flatMap(({ related }) => related))])
                  .filter((entry) => !shown.includes(entry))}
                onArticle={onTopic}
                label={t('Related')}
              />
            </>
          )}
        </>
      )}
      <div>
        <ButtonLink to="/help">{t('All articles')}</ButtonLink>
      </div>
    </>
  );
}

/** Help beside the page: the articles about it, a search, and one article at a time. The page stays usable. */
export function Component({ path, topic, onTopic, onClose }: Props) {
  const help = useHelpArticles();
  const heading = useRef<HTMLHeadingElement>(null);
  const slug = articleOfError(topic) ?? topic;
  const entry = help.bySlug.get(slug);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [slug]);
  return (
    <aside
      className="h-panel"
      aria-label={t('Help')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className="h-panel-head">
        {entry && <IconButton icon="arrow-left" label={t('Back to the list')} onClick={() => onTopic('')} />}
        <h2 ref={heading} tabIndex={-1} lang={entry?.lang}>
          {entry?.title ?? t('Help')}
        </h2>
        <IconButton icon="close" label={t('Close help')} onClick={onClose} />
      </header>
      <div className="h-panel-body" key={slug}>
        {entry ? (
          <Chosen slug={slug} help={help} onTopic={onTopic} />
        ) : (
          <Overview path={path} help={help} onTopic={onTopic} />
        )}
      </div>
    </aside>
  );
}
