import { t, Trans, usePartner } from '@panel/core';
import { EmptyState, Link, Skeleton } from '@panel/ui';
import type { OpenArticle } from '@panel/workload/help';
import { articleLanguage } from './article-language.ts';
import { articlePath } from './article-links.tsx';
import type { useHelpArticles } from './help-articles.ts';
import { excerptOf, pieces } from './highlight.ts';
import { useLoaded } from './use-loaded.ts';
import './article.css';

const MOST = 12;

/** The index of the page's language and its code load with the first search. */
async function loadSearch() {
  const [{ searchEngine }, index] = await Promise.all([
    import('./search-index.ts'),
    Promise.resolve(articleLanguage()).then((language) => language.index()),
  ]);
  return { search: searchEngine(index.default) };
}

const Marked = ({ text, terms }: { text: string; terms: ReadonlySet<string> }) =>
  pieces(text, terms).map(({ text: piece, found }, index) => (found ? <mark key={index}>{piece}</mark> : piece));

type Props = {
  query: string;
  help: ReturnType<typeof useHelpArticles>;
  onArticle?: OpenArticle;
};

/** What the search has found, with the words in it marked. */
export function SearchResults({ query, help, onArticle }: Props) {
  const { supportEmail } = usePartner();
  const engine = useLoaded('engine', loadSearch);
  if (!engine) return <Skeleton kind="text" />;
  const found = engine
    .search(query, help.partners)
    .flatMap(({ slug, ...hit }) => {
      const entry = help.bySlug.get(slug);
      return entry ? [{ entry, ...hit }] : [];
    })
    .slice(0, MOST);
  if (found.length === 0)
    return (
      <EmptyState
        icon="search"
        title={t('No article has “{query}”', { query })}
        text={
          <Trans
            id="Check the spelling, or try fewer and more general words. Or write to <0>{supportEmail}</0>."
            values={{ supportEmail }}
            parts={[(piece) => <Link href={`mailto:${supportEmail}`}>{piece}</Link>]}
          />
        }
      />
    );
  return (
    <section aria-label={t('Results')}>
      <p role="status" className="p-visually-hidden">
        {t('{count, plural, one {# article} other {# articles}} found.', { count: found.length })}
      </p>
      <ul className="h-list">
        {found.map(({ entry: { slug, title, summary, lang }, terms: list, words }) => {
          const terms = new Set(list);
          return (
            <li key={slug} lang={lang}>
              <Link
                to={articlePath(slug)}
                onClick={(event) => {
                  if (!onArticle) return;
                  event.preventDefault();
                  onArticle(slug);
                }}
              >
                <Marked text={title} terms={terms} />
              </Link>
              <p>
                <Marked text={excerptOf(words, terms) ?? summary} terms={terms} />
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
