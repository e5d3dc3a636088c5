import type { FolderSizes, SearchReplaceInput, SearchReplaceResult } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found } from '../../context/scope.ts';
import { withPass } from '../../edge/site-pass.ts';
import { checkTenant } from '../../context/tenant.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { findWordPress } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import type { SiteKey } from '../site/site-list.repo.ts';
import { moveSite, type SiteRow } from '../site/site.repo.ts';
import { adminLoginUrl } from './admin-login.ts';
import { countReplacements } from './search-replace.ts';
import type { ReplacePayload, ReplaceSecrets, SiteToolKind } from './site-tool.tasks.ts';
import { readable } from '../site/readable.ts';
import { needPort } from '../site/site-ports.ts';

type Tool = { kind: SiteToolKind; payload?: Record<string, unknown>; secrets?: Record<string, string> };

/**
 * Starts a tool on a ready WordPress site.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY
 */
export async function startTool(context: CallContext, key: SiteKey, tool: Tool): Promise<Started> {
  const { id } = await findSite(context, key);
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, id);
    needPort(context.app, site, 'wordpress');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    await moveSite(tx, id, 'processing');
    return startSiteTask(context, tx, { site, ...tool });
  });
}

/**
 * Reads something from inside a ready WordPress site.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, SITE_UNAVAILABLE with the reason
 */
export async function askSite<T>(
  context: CallContext,
  key: SiteKey,
  ask: (hosting: CallContext['app']['hosting'], siteId: string, site: SiteRow) => Promise<T>,
): Promise<T> {
  const site = await findWordPress(context, key);
  return readable(context, site.id, () => ask(context.app.hosting, site.id, site));
}

/**
 * Counts what a dry run would replace, or starts a live run.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY, SITE_UNAVAILABLE, TENANT_MISMATCH
 */
export async function searchReplace(context: CallContext, input: SearchReplaceInput): Promise<SearchReplaceResult> {
  await checkTenant(context, input);
  const { fqdn, search, replace, isDryRun = false, isClearCache = false } = input;
  if (isDryRun) {
    const counts = await askSite(context, { fqdn }, (hosting, id) =>
      countReplacements(hosting, id, { search, replace }),
    );
    return { status: true, fqdn, ...counts };
  }
  return startTool(
    context,
    { fqdn },
    {
      kind: 'site.search-replace',
      payload: { type: 'system_generated', name: 'Before replacing text', isClearCache } satisfies ReplacePayload,
      secrets: { search, replace } satisfies ReplaceSecrets,
    },
  );
}

/**
 * The sizes of a folder's entries, measured now.
 * @throws PanelError NOT_FOUND for a missing folder, too
 */
export async function folderSizes(context: CallContext, id: string, folder: string): Promise<FolderSizes> {
  const listing = await askSite(context, { id }, (hosting, siteId) => hosting.folderSizes(siteId, folder));
  return { folder, ...found(listing) };
}

/**
 * An address that logs the owner of a site in to its wp-admin, past the password that visitors need. The audit log shows who asked for it.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, SITE_UNAVAILABLE
 */
export async function logIn(context: CallContext, id: string): Promise<string> {
  const { app, partner, request } = context;
  const url = await askSite(
    context,
    { id },
    async (hosting, _id, { fqdn, adminUser, protectionUser, protectionHash }) => {
      const address = await adminLoginUrl(hosting, { id, url: addressOf(app.config, fqdn), adminUser });
      if (protectionUser === null || protectionHash === null) return address;
      return withPass(
        address,
        id,
        { username: protectionUser, passwordHash: protectionHash },
        app.clock.now().getTime(),
      );
    },
  );
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, 'site.login', who, { siteId: id });
  return url;
}
