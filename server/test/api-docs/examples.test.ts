import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { App } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { workload } from '../../src/db/schema.ts';
import { startTestServer, until, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant, type Created } from '../app/app-support.ts';
import { ended } from '../site/site-support.ts';
import { addressOf, tokenOf } from '../cli/cli-support.ts';

const run = promisify(execFile);
let server: TestServer;
let folder: string;
/** Its address is one that every program resolves, unlike names below localhost. */
let partner: PartnerRow;
before(async () => {
  server = await startTestServer();
  partner = await server.scenario.partner({ isSpecial: true, domain: 'localhost' });
  folder = await mkdtemp(path.join(tmpdir(), 'panel-api-docs-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const LANGUAGES = ['curl', 'typescript', 'python'] as const;
type Language = (typeof LANGUAGES)[number];
const PROGRAMS: Record<Language, (text: string) => Promise<[string, string[]]>> = {
  curl: async (text) => ['sh', ['-c', text]],
  typescript: async (text) => [process.execPath, [await fileOf('example.mts', text)]],
  python: async (text) => ['python3', [await fileOf('example.py', text)]],
};

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

/** The example of a call, as a reader copies it from the page. */
async function printed(address: string, call: string, language: Language): Promise<string> {
  const page = await (
    await fetch(`${address}/docs/api/calls/${call.split('.')[0]}`, { headers: { accept: 'text/html' } })
  ).text();
  const text = page.split(`<code data-example="${call}" data-language="${language}">`)[1]?.split('</code>')[0];
  assert.ok(text, `${call} in ${language}`);
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

type Ran = Record<string, unknown>;

/** Runs the printed example of a call; the values that differ for each reader come from the environment. */
function readerOf(own: AppTenant, language: Language, token: string) {
  const address = addressOf(server, own.partner);
  const env = { PATH: process.env['PATH'], PANEL_URL: address, PANEL_TOKEN: token };
  return async (call: string, more: Record<string, string> = {}): Promise<Ran> => {
    const [program, words] = await PROGRAMS[language](await printed(address, call, language));
    const { stdout } = await run(program, words, { env: { ...env, ...more }, cwd: folder });
    return JSON.parse(stdout) as Ran;
  };
}

/** Why a language's program cannot be run here; false when it can. */
const missing = async (program: string): Promise<string | false> =>
  run(program, ['--version']).then(
    () => false as const,
    () => `${program} is not installed here`,
  );
const SKIP = { curl: await missing('curl'), typescript: false, python: await missing('python3') } as const;

for (const language of LANGUAGES)
  test(
    `an application is created, read, changed and deleted by the ${language} examples`,
    { skip: SKIP[language] },
    async () => {
      const own = await appTenant(server, {}, partner);
      const token = await tokenOf(own.client, ['applications:write']);
      const call = readerOf(own, language, token);
      const { app_id: ID, task_id } = (await call('app.createProject')) as unknown as Created;
      assert.equal((await ended(own.client, task_id)).status, 'succeeded');
      const read = (await call('app.byId', { ID })) as unknown as App;
      assert.equal(read.id, ID);
      assert.match(read.fqdn, /^my-app\./);
      await call('app.saveVariables', { ID });
      const variables = (await call('app.variables', { ID })) as { variables: { name: string }[] };
      assert.deepEqual(
        variables.variables.map(({ name }) => name),
        ['API_URL'],
      );
      const listed = (await call('app.list')) as { pageElements: { id: string }[] };
      assert.deepEqual(
        listed.pageElements.map(({ id }) => id),
        [ID],
      );
      await call('app.remove', { ID });
      await until('it is in the bin', async () => {
        const [row] = await server.db.select().from(workload).where(eq(workload.id, ID));
        return row?.binnedAt !== null && row?.taskId === null ? row : undefined;
      });
      // In the bin it still has its name.
      const purged = (await call('app.purge', { ID })) as { task_id: string };
      assert.equal((await ended(own.client, purged.task_id)).status, 'succeeded');
    },
  );

test('an example with a token that lacks the scope fails in each language, and says why', async () => {
  const own = await appTenant(server, {}, partner);
  const token = await tokenOf(own.client, ['sites:read']);
  for (const language of LANGUAGES) {
    if (SKIP[language]) continue;
    const failed = await readerOf(
      own,
      language,
      token,
    )('app.list').then(
      () => null,
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    assert.ok(failed && failed.code !== 0, language);
    assert.match(failed.stdout + failed.stderr, /403/, language);
  }
});
