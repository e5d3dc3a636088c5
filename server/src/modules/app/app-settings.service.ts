import type { App, AppSettings, BuildSettings } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { appsWithin } from '../../db/section.ts';
import { PanelError } from '../../kernel/errors.ts';
import { protectionFields, type Protection } from '../site/site-protection.ts';
import { siteRepo } from '../site/site.repo.ts';
import { findApp, lockOwnApp, showApp } from './app-access.ts';
import { updateApp, type AppRow } from './app.repo.ts';

/** As long as nothing is chosen. */
const UNCHOSEN: BuildSettings = {
  framework: null,
  package_manager: null,
  root_folder: '',
  install_command: null,
  build_command: null,
  output_folder: null,
  runtime: null,
  start_command: null,
  node_version: null,
  spa_fallback: false,
  build_network: false,
};

const wireSettings = ({ settings, recognized, settingsVersion: version }: AppRow): AppSettings => ({
  settings: { ...UNCHOSEN, ...settings },
  recognized,
  version,
});

/** How an application is built. @throws PanelError NOT_FOUND */
export const showSettings = async (context: CallContext, id: string): Promise<AppSettings> =>
  wireSettings((await findApp(context, id)).app);

/** Changes how an application is built. @throws PanelError NOT_FOUND, CONFLICT */
export async function saveSettings(
  context: CallContext,
  { id, version, settings }: { id: string; version: number; settings: BuildSettings },
): Promise<AppSettings> {
  await context.app.db.transaction(async (tx) => {
    const { app } = await lockOwnApp(context, tx, id);
    if (app.settingsVersion !== version) throw new PanelError('CONFLICT');
    await updateApp(tx, id, { settings, settingsVersion: version + 1 });
  });
  return showSettings(context, id);
}

type Change = { branch?: string; auto_deploy?: boolean; password_protection?: Protection };

/** Chooses the branch of an application, whether a push builds it, and what visitors are asked for. @throws PanelError NOT_FOUND */
export async function changeApp(
  context: CallContext,
  id: string,
  { branch, auto_deploy, password_protection: protection }: Change,
): Promise<App> {
  const fields = protection === undefined ? null : await protectionFields(protection);
  const { db, edge } = context.app;
  const fqdn = await db.transaction(async (tx) => {
    const { workload, app } = await lockOwnApp(context, tx, id);
    await updateApp(tx, id, { branch: branch ?? app.branch, autoDeploy: auto_deploy ?? app.autoDeploy });
    if (fields) await siteRepo(tx, scopeOf(context), appsWithin).update(id, fields);
    return workload.fqdn;
  });
  if (fields) edge.invalidate(fqdn);
  return showApp(context, id);
}
