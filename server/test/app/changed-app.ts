import assert from 'node:assert/strict';
import { until, type TestServer } from '../../src/testing/index.ts';
import { backUp } from '../backup/backup-support.ts';
import { visit } from '../site/site-support.ts';
import { appTenant, csrf, fromGit, type AppTenant, type Created } from './app-support.ts';

type Variables = { version: number; variables: { name: string; value: string | null }[] };
const variable = (value: string, secret = true) => ({ name: 'GREETING', value, phase: 'run', secret });

/** An application with a variable, its backup, and a release and a variable that came later. */
export async function changedApp(server: TestServer, name: string) {
  const own = await appTenant(server);
  const made = await own.client.post<Created>('/nucal/existing/app', fromGit(name));
  assert.equal(made.status, 200, made.text);
  const { app_id: id, build_id: first, fqdn } = made.body;
  await own.builtTo(first, 'success');
  const variables = async () =>
    (await own.client.get<Variables>(`/nucal/app/${id}/variables?environment=production`)).body;
  const setVariable = async (value: string) => {
    const { version } = await variables();
    const body = { environment: 'production', version, variables: [variable(value, false)] };
    const answer = await own.client.put(`/nucal/app/${id}/variables`, body);
    assert.equal(answer.status, 200, answer.text);
  };
  const deploy = async () => {
    const { build_id } = (await own.client.get<{ build_id: string }>(`/nucal/app/${id}/deploy`, csrf(own.client))).body;
    await own.builtTo(build_id, 'success');
    return build_id;
  };
  await setVariable('hello of the backup');
  const kept = await deploy();
  await idle(own, id);
  const backup = await backUp(own.client, fqdn, 'First');
  await setVariable('a later one');
  const later = await deploy();
  await idle(own, id);
  const shown = async () => (await visit(server, fqdn)).text;
  return { own, id, fqdn, backup, kept, later, variables, setVariable, shown };
}

/** Waits until no task works on an application. */
export const idle = (own: AppTenant, id: string) =>
  until('nothing works on the application', async () => ((await own.app(id)).task_id === null ? true : undefined));
