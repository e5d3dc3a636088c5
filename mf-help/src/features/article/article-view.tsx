import { useEffect } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { Banner, Link, Skeleton } from '@panel/ui';
import { helpArticleQuery } from '@panel/resources/help';
import { ArticleBody, type OpenArticle } from '@panel/workload/help';
import { isInEnglish, useArticleLanguage, type ArticleText } from './article-language.ts';
import { articleText } from './article-text.ts';
import { useLoaded } from './use-loaded.ts';

type Props = { slug: string; isPartners: boolean; onArticle?: OpenArticle; contents?: boolean };

/** Language and direction of a text that may be another one than the page's. */
type Written = { lang?: string; dir?: 'ltr' | 'auto' };
const IN_ENGLISH: Written = { lang: 'en', dir: 'ltr' };
/** Nobody has said which language a partner writes. */
const UNKNOWN: Written = { dir: 'auto' };

/** Where the article's parts are, for long ones. */
function Contents({ blocks, written }: ArticleText & { written: Written }) {
  const heads = blocks.filter(({ kind }) => kind === 'heading');
  if (heads.length < 3) return null;
  return (
    <nav className="h-contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">{t('On this page')}</h2>
      <ul className="h-list" {...written}>
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

type TextProps = { text: ArticleText; written?: Written } & Pick<Props, 'contents' | 'onArticle'>;

function Text({ text, written = {}, contents, onArticle }: TextProps) {
  return (
    <>
      {contents && <Contents blocks={text.blocks} written={written} />}
      {contents && <ToFragment />}
      <div {...written}>
        <ArticleBody blocks={text.blocks} onArticle={onArticle} />
      </div>
    </>
  );
}

function PanelText({ slug, ...rest }: Props) {
  const language = useArticleLanguage();
  const text = useLoaded(slug, () => articleText(slug, language));
  if (!text) return <Skeleton kind="text" />;
  if (!isInEnglish(language, slug)) return <Text text={text} {...rest} />;
  return (
    <>
      <Banner kind="info">{t('There’s no current translation of this article, so it’s shown in English.')}</Banner>
      <Text text={text} written={IN_ENGLISH} {...rest} />
    </>
  );
}

const PartnersText = ({ slug, ...rest }: Props) => (
  <Text text={useSuspenseQuery(helpArticleQuery(slug)).data} written={UNKNOWN} {...rest} />
);

/** The text of an article, with its table of contents where asked for. */
export const ArticleView = (props: Props) =>
  props.isPartners ? <PartnersText {...props} /> : <PanelText {...props} />;
