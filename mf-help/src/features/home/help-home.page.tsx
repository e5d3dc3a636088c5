import { brandOf, queryClient, t, Trans, useCanOpen, usePartner } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { helpCenterQuery } from '@panel/resources/help';
import { Card, Heading, Inline, Link, Page, SearchInput, Stack } from '@panel/ui';
import { articleLanguage } from '../article/article-language.ts';
import { ArticleLinks } from '../article/article-links.tsx';
import { CATEGORIES, categoryTitle, groupsOf, groupTitle, type Category } from '../article/categories.ts';
import { useHelpArticles } from '../article/help-articles.ts';
import { SearchResults } from '../article/search-results.tsx';
import { HOSTING_GUIDES } from './hosting-topics.ts';

export const prefetch = () => Promise.all([articleLanguage(), queryClient.prefetchQuery(helpCenterQuery)]);

type Help = ReturnType<typeof useHelpArticles>;

/** The specification's ways to an application, step by step. */
function Guides() {
  const canOpen = useCanOpen();
  const guides = HOSTING_GUIDES.filter(({ path }) => canOpen(`/help/application-hosting/${path}`));
  if (guides.length === 0) return null;
  return (
    <Card title={t('Step by step')} level={3}>
      <ul className="h-list">
        {guides.map(({ path, title, subtitle }) => (
          <li key={path}>
            <Link to={`/help/application-hosting/${path}`}>{title}</Link>
            <p>{subtitle}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CategorySection({ category, articles }: { category: Category; articles: Help['articles'] }) {
  const title = categoryTitle(category);
  return (
    <section id={category} aria-labelledby={`${category}-title`}>
      <Stack gap={3}>
        <Heading id={`${category}-title`}>{title}</Heading>
        {groupsOf(articles).map(({ group, articles: own }) => (
          <Card key={group} title={groupTitle(group) || t('Articles')} level={3}>
            <ArticleLinks articles={own} label={groupTitle(group) || title} />
          </Card>
        ))}
        {category === 'application-hosting' && <Guides />}
      </Stack>
    </section>
  );
}

function Everything({ help: { articles, mostRead } }: { help: Help }) {
  const shown = CATEGORIES.flatMap((category) => {
    const own = articles.filter((entry) => entry.category === category);
    return own.length > 0 ? [{ category, own }] : [];
  });
  return (
    <Stack gap={6}>
      <nav aria-label={t('Topics')}>
        <Inline gap={4}>
          {shown.map(({ category }) => (
            <Link key={category} href={`#${category}`}>
              {categoryTitle(category)}
            </Link>
          ))}
        </Inline>
      </nav>
      {mostRead.length > 0 && (
        <Card title={t('Most read')} level={2}>
          <ArticleLinks articles={mostRead} label={t('Most read')} />
        </Card>
      )}
      {shown.map(({ category, own }) => (
        <CategorySection key={category} category={category} articles={own} />
      ))}
    </Stack>
  );
}

/** /help, with or without a session, for both kinds of partner. */
export function Component() {
  const partner = usePartner();
  const help = useHelpArticles();
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const change = (next: string) => setSearch(next ? { q: next } : {}, { replace: true, preventScrollReset: true });
  return (
    <Page
      title={t('Help center')}
      subtitle={t('How to get things done with {company}.', { company: brandOf(partner).company })}
      width="form"
    >
      <Stack gap={5}>
        <SearchInput label={t('Search the help')} value={query} onChange={change} delay={120} />
        {query ? <SearchResults query={query} help={help} /> : <Everything help={help} />}
        <p>
          <Trans
            id="Not answered? Write to <0>{supportEmail}</0>."
            values={{ supportEmail: partner.supportEmail }}
            parts={[(piece) => <Link href={`mailto:${partner.supportEmail}`}>{piece}</Link>]}
          />
        </p>
      </Stack>
    </Page>
  );
}
