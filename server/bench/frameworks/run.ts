/**
 * Projects as the tools of their frameworks make them, each from a commit to an answer: what was recognized, how long the
 * build, the first answer and the wake take. Prints a table, and what a build wrote where it failed; ends with 1 then.
 * Needs bubblewrap and an npm registry. `npm run test:frameworks [-- part of a name]`.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemResolve } from '../../src/hosting/egress/resolver.ts';
import { NPM_REGISTRY } from '../../src/hosting/hosting-config.ts';
import { runCommand } from '../../src/hosting/process/run-command.ts';
import { edgeSite, openEdge } from '../../test/edge/edge-support.ts';
import { buildProgress, gitBuild } from '../../test/hosting/builds/build-support.ts';
import { openGitServer } from '../../test/hosting/builds/git-server.ts';
import { openHost, progress, siteSpec } from '../../test/hosting/hosting-support.ts';
import { projects, type Project } from './projects.ts';

const MAKING_MS = 300_000;
const LAST_LINES = 25;
const wanted = process.argv[2]?.toLowerCase() ?? '';
const registry = process.env['NPM_REGISTRY'] ?? process.env['npm_config_registry'] ?? NPM_REGISTRY;

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The files of a folder by their path. */
async function filesBelow(folder: string): Promise<Files> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = await Promise.all(
    files.map(async (file) => [path.relative(folder, file), await readFile(file)] as const),
  );
  return Object.fromEntries(read.filter(([file]) => !file.startsWith('.git/')));
}

async function filesOf(project: Project): Promise<Files> {
  if ('files' in project) return project.files;
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-project-'));
  try {
    const making = {
      ...{ file: 'npx', args: ['--yes', ...project.tool], cwd: folder },
      env: { ...process.env, CI: '1', npm_config_registry: registry },
    };
    const { code, stdout, stderr } = await runCommand(making, AbortSignal.timeout(MAKING_MS));
    if (code !== 0) throw new Error(`${project.tool.join(' ')}: ${stderr || stdout}`);
    return await filesBelow(path.join(folder, 'project'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const host = await openHost(
  'wasm',
  { plainGit: true, registry },
  { allow: ['127.0.0.0/8'], resolve: systemResolve(), registry: new URL(registry) },
);
const git = await openGitServer();
const bench = await openEdge(host.driver);
const { driver } = host;
const timed = async <T>(work: () => Promise<T>): Promise<[result: T, ms: number]> => {
  const began = performance.now();
  return [await work(), Math.round(performance.now() - began)];
};

async function tryOut(project: Project, index: number) {
  const spec = siteSpec(`framework-${index}`, { kind: 'node' });
  const p = buildProgress();
  try {
    const repository = await git.commit(`project-${index}`, await filesOf(project));
    await driver.create(spec, progress());
    bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn, { kind: 'node' }));
    const settings = project.root === undefined ? {} : { root_folder: project.root };
    const [release, built] = await timed(() => driver.build(spec.siteId, gitBuild('one', repository, { settings }), p));
    const ask = () => bench.ask(spec.fqdn, { path: '/' });
    const [page, first] = await timed(async () => {
      await driver.publish(spec.siteId, 'one', progress());
      return ask();
    });
    if (page.status !== 200 || !project.answers.test(page.body))
      throw new Error(`/ answered ${page.status}: ${page.body.slice(0, 300)}`);
    let wake: number | string = '-';
    if (release.runtime === 'node') {
      await driver.sleep(spec.siteId);
      const [awake, ms] = await timed(async () => {
        await driver.start(spec.siteId);
        return ask();
      });
      if (awake.status !== 200) throw new Error(`/ answered ${awake.status} after it was woken`);
      wake = ms;
    }
    const framework = p.found.at(-1)?.settings.framework ?? '-';
    return {
      project: project.name,
      framework,
      runtime: release.runtime,
      'build s': Math.round(built / 100) / 10,
      'first answer ms': first,
      'wake ms': wake,
      works: true,
    };
  } catch (error) {
    const { lines } = await driver.serverLog(spec.siteId).catch(() => ({ lines: [] as string[] }));
    console.error(error, `\n${project.name}\n${[...p.lines, ...lines].slice(-LAST_LINES).join('\n')}\n`);
    return { project: project.name, works: false };
  } finally {
    await driver.destroy(spec.siteId).catch(() => undefined);
  }
}

const missing = driver.buildsMissing();
if (missing !== null) throw new Error(missing);
const rows = [];
for (const [index, project] of projects.entries())
  if (project.name.toLowerCase().includes(wanted)) {
    console.log(`${project.name} …`);
    rows.push(await tryOut(project, index));
  }
console.table(rows);
await bench.close();
await host.close();
await git.close();
process.exit(rows.every(({ works }) => works) ? 0 : 1);
