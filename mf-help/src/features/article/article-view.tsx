import { useEffect } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { Link, Skeleton } from '@panel/ui';
import { helpArticleQuery } from '@panel/resources/help';
import { ArticleBody, type OpenArticle } from '@panel/workload/help';
import { articleText, type ArticleText } from './article-text.ts';
import { useLoaded } from './use-loaded.ts';

type Props = { slug: string; isPartners: boolean; onArticle?: OpenArticle; contents?: boolean };

/** Where the article's parts are, for long ones. */
function Contents({ blocks }: ArticleText) {
  const heads = blocks.filter(({ kind }) => kind === 'heading');
  if (heads.length < 3) return null;
  return (
    <nav className="h-contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">{t('On this page')}</h2>
      <ul className="h-list">
        {heads.map(({ id, runs = [] }) => (
          <li key={id}>
            <Link href={`#${id}`}>{runs.map(({ text }) => text).join('')}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the part of the article that the address names, once its text is there. */
function ToFragment() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
  return null;
}

function Text({ text, contents, onArticle }: { text: ArticleText } & Pick<Props, 'contents' | 'onArticle'>) {
  return (
    <>
      {contents && <Contents blocks={text.blocks} />}
      {contents && <ToFragment />}
      <ArticleBody blocks={text.blocks} onArticle={onArticle} />
    </>
  );
}

function PanelText({ slug, ...rest }: Props) {
  const text = useLoaded(slug, () => articleText(slug));
  return text ? <Text text={text} {...rest} /> : <Skeleton kind="text" />;
}

const PartnersText = ({ slug, ...rest }: Props) => (
  <Text text={useSuspenseQuery(helpArticleQuery(slug)).data} {...rest} />
);

/** The text of an article, with its table of contents where asked for. */
export const ArticleView = (props: Props) =>
  props.isPartners ? <PartnersText {...props} /> : <PanelText {...props} />;
