import type { App, AppSettings, BuildSettings } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
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

/** Chooses the branch of an application, and whether a push builds it. @throws PanelError NOT_FOUND */
export async function saveBranch(
  context: CallContext,
  id: string,
  { branch, auto_deploy }: { branch?: string; auto_deploy?: boolean },
): Promise<App> {
  await context.app.db.transaction(async (tx) => {
    const { app } = await lockOwnApp(context, tx, id);
    await updateApp(tx, id, { branch: branch ?? app.branch, autoDeploy: auto_deploy ?? app.autoDeploy });
  });
  return showApp(context, id);
}
