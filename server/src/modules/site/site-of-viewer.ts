import type { Audience } from '@panel/contract';
import type { Context } from 'hono';
import type { PanelEnv } from '../../context/env.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import type { AppContext } from '../../context/app-context.ts';
import { siteRepo, type SiteRow } from './site.repo.ts';

/** For files of a site: the site of a request, if its sender can open it; null for everyone else. */
export async function siteOfViewer(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  c: Context<PanelEnv>,
  id: string,
  audience: Audience,
): Promise<SiteRow | null> {
  const scope = await scopeOfViewer({ config }, c, audience);
  return (scope && (await siteRepo(db, scope).find({ id }))) ?? null;
}
