import type { AppDashboard, AppTemplate } from '@panel/contract';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { isLimited } from '../../db/select-page.ts';
import { appTotals } from './app-totals.repo.ts';
import { buildTime } from '../app-account/build-minutes.ts';

/**
 * Numbers of the caller's applications, and what this server can build. Staff have no build time of their own; that of the
 * account is about more than a limited member has.
 */
export async function appDashboard(context: CallContext): Promise<AppDashboard> {
  const { app } = context;
  const user = signedIn(context);
  const scope = scopeOf(context);
  const [totals, time] = await Promise.all([appTotals(app.db, scope), buildTime(app, user)]);
  return {
    ...totals,
    build_seconds: isLimited(scope) ? null : time.used,
    build_seconds_limit: isStaff(user) ? 0 : time.limit,
    renews_at: time.renewsAt.toISOString(),
    builds_missing: app.hosting.buildsMissing(),
    databases_missing: app.hosting.appDatabasesMissing(),
    node_versions: [...app.hosting.nodeVersions()],
  };
}

/** The templates that are shipped with the panel. */
export async function appTemplates({ app }: CallContext): Promise<AppTemplate[]> {
  const noDatabases = app.hosting.appDatabasesMissing();
  return (await app.hosting.templates()).map(({ backend, picture, missing, ...template }) => ({
    ...template,
    missing: missing ?? (backend === null ? null : noDatabases),
    tags: [...template.tags],
    full_stack: backend !== null,
    picture_url: picture,
  }));
}
