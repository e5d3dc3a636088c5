import type { AppEnvironment, AppVariables, VariablePhase } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { buildOf } from './app-build.repo.ts';
import { findApp, lockOwnApp } from './app-access.ts';
import { readVariables, storeVariables, variableVersions, type Variable } from './app-variables.repo.ts';

type Key = { id: string; environment: AppEnvironment };
type Given = { name: string; value: string | null; phase: VariablePhase; secret: boolean };

/** The variables of an environment; the values of secrets stay on the server. @throws PanelError NOT_FOUND */
export async function showVariables(context: CallContext, { id, environment }: Key): Promise<AppVariables> {
  const { db, secrets } = context.app;
  const { app } = await findApp(context, id);
  const { version, variables } = found(await readVariables(db, secrets, { appId: id, environment }));
  // Previews have builds of their own, each with its version.
  const live = app.liveBuildId === null || environment === 'preview' ? undefined : await buildOf(db, app.liveBuildId);
  const versions = await variableVersions(db, id, environment);
  return {
    environment,
    version,
    live_version: live?.variablesVersion ?? null,
    variables: variables.map(({ value, ...each }) => ({ ...each, value: each.secret ? null : value })),
    versions: versions.map(({ createdAt, ...each }) => ({ ...each, created_at: createdAt.toISOString() })),
  };
}

/** The values to store: one that is left out keeps what is stored. @throws PanelError VALIDATION */
function merged(given: readonly Given[], stored: readonly Variable[]): Variable[] {
  const known = new Map(stored.map((each) => [each.name, each.value]));
  const names = new Set<string>();
  return given.map(({ name, value, ...each }, index) => {
    const field = `variables.${index}.name`;
    if (names.has(name)) throw new PanelError('VALIDATION', {}, { fields: { [field]: 'This name is used twice.' } });
    names.add(name);
    const kept = value ?? known.get(name);
    if (kept === undefined)
      throw new PanelError('VALIDATION', {}, { fields: { [`variables.${index}.value`]: 'Enter a value.' } });
    return { name, value: kept, ...each };
  });
}

async function change(
  context: CallContext,
  { id, environment }: Key,
  next: (now: { version: number; variables: Variable[] }, tx: Database) => Promise<Variable[]>,
): Promise<AppVariables> {
  const { app } = context;
  await app.db.transaction(async (tx) => {
    await lockOwnApp(context, tx, id);
    const now = found(await readVariables(tx, app.secrets, { appId: id, environment }));
    const key = { appId: id, environment, version: now.version + 1, changedBy: signedIn(context).id };
    await storeVariables(tx, app.secrets, key, await next(now, tx));
  });
  return showVariables(context, { id, environment });
}

/** Replaces the variables of an environment. @throws PanelError NOT_FOUND, CONFLICT, VALIDATION */
export const saveVariables = (
  context: CallContext,
  { version, variables, ...key }: Key & { version: number; variables: readonly Given[] },
): Promise<AppVariables> =>
  change(context, key, async (now) => {
    if (now.version !== version) throw new PanelError('CONFLICT');
    return merged(variables, now.variables);
  });

/** Makes an earlier version the newest. @throws PanelError NOT_FOUND */
export const restoreVariables = (
  context: CallContext,
  { version, ...key }: Key & { version: number },
): Promise<AppVariables> =>
  change(context, key, async (_now, tx) => {
    const { secrets } = context.app;
    const { id: appId, environment } = key;
    return found(await readVariables(tx, secrets, { appId, environment, version })).variables;
  });
