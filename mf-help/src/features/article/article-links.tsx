import { t } from '@panel/core';
import { Link } from '@panel/ui';
import type { OpenArticle } from '@panel/workload/help';
import type { ArticleEntry } from './article-entry.ts';
import './article.css';

export const articlePath = (slug: string): string => `/help/article/${encodeURIComponent(slug)}`;

type Props = { articles: readonly ArticleEntry[]; onArticle?: OpenArticle; label?: string };

/** Articles with what they are about. With `onArticle` they open in place. */
export const ArticleLinks = ({ articles, onArticle, label = t('Articles') }: Props) => (
  <ul className="h-list" aria-label={label}>
    {articles.map(({ slug, title, summary, lang }) => (
      <li key={slug} lang={lang}>
        <Link
          to={articlePath(slug)}
          onClick={(event) => {
            if (!onArticle) return;
            event.preventDefault();
            onArticle(slug);
          }}
        >
          {title}
        </Link>
        {summary && <p>{summary}</p>}
      </li>
    ))}
  </ul>
);
