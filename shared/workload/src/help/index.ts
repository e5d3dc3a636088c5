export { ArticleBody, type OpenArticle } from './article-body.tsx';
