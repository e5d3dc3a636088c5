import { Navigate, useParams } from '@panel/core/router';
import { articleOfError } from './article-of-error.ts';
import { articlePath } from './article-links.tsx';

/** /help/error/{code}: the article about an error, or a search for it. */
export function Component() {
  const { code = '' } = useParams();
  const slug = articleOfError(code);
  return <Navigate to={slug ? articlePath(slug) : `/help?q=${encodeURIComponent(code)}`} replace />;
}
