import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { SCOPES, type ApiTokenCreated, type Scope } from '@panel/contract';
import { SCENARIO_PASSWORD } from '../../src/testing/scenario.repo.ts';
import type { Client, PartnerRow, TestServer } from '../../src/testing/index.ts';

export const PROGRAM = path.resolve(import.meta.dirname, '../../../shared/cli/src/panel.ts');

export type Ran = { code: number | null; stdout: string; stderr: string };
export type Settings = { env?: Record<string, string>; input?: string; program?: string };

/** A folder for what the program keeps. */
export async function configFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-cli-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the program with an environment of its own. */
export const start = (words: readonly string[], env: Record<string, string>, program = PROGRAM): ChildProcess =>
  spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env },
    stdio: 'pipe',
  });

/** Runs the program to its end. */
export async function run(words: readonly string[], { env = {}, input = '', program }: Settings = {}): Promise<Ran> {
  const child = start(words, env, program);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => void (stdout += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => void (stderr += part));
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** A token as its owner makes it on the page. */
export async function tokenOf(client: Client, scopes: readonly Scope[] = SCOPES): Promise<string> {
  const input = { name: 'Shell', scopes, expires_in_days: 30, password: SCENARIO_PASSWORD };
  const answer = await client.post<ApiTokenCreated>('/api-token', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.token;
}

export const addressOf = (server: TestServer, { domain }: PartnerRow): string => `http://${domain}:${server.port}`;

/** Runs the program in the name of a customer. */
export async function shellOf(
  server: TestServer,
  { partner, client }: { partner: PartnerRow; client: Client },
  scopes?: readonly Scope[],
): Promise<(...words: string[]) => Promise<Ran>> {
  const env = { PANEL_URL: addressOf(server, partner), PANEL_TOKEN: await tokenOf(client, scopes) };
  return (...words) => run(words, { env });
}
