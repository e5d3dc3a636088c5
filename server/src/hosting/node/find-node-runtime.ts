import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { hasProgram } from '../process/has-program.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { withProbeFolder, worksAtLast } from '../process/probe.ts';
import { installFilter } from '../runtime/data-folder.ts';
import { createToolStore } from '../builds/tools.ts';
import { NPM_REGISTRY, type HostingConfig } from '../hosting-config.ts';
import { OWN_NODE } from './own-node.ts';
import { findSystem, INSIDE_APP } from './jail.ts';
import { createNodeRuntime, noNodeRuntime, type NodeRuntime } from './node-runtime.ts';

type Given = { config: HostingConfig; panelDir: string; resources: SiteResources };

/** Finds out whether this machine can isolate programs of applications, by running one. */
export async function findNodeRuntime({ config, panelDir, resources }: Given): Promise<NodeRuntime> {
  const store = createToolStore({ cacheDir: config.cacheDir, registry: config.registry ?? NPM_REGISTRY });
  const without = (missing: string) => noNodeRuntime(missing, store);
  if (process.platform !== 'linux') return without('Builds and servers need Linux.');
  if (config.sandbox === 'off')
    return without('Builds and servers need the sandbox, which SANDBOX=off has switched off.');
  for (const [program, name] of [
    ['bwrap', 'bubblewrap'],
    ['git', 'git'],
  ] as const)
    if (!(await hasProgram(program)))
      return without(`Builds and servers need the package ${name}. Install it, then restart the panel.`);
  const runtime = createNodeRuntime({
    root: process.getuid?.() === 0,
    system: await findSystem(),
    seccomp: await installFilter(panelDir),
    hosts: path.join(panelDir, 'hosts'),
    resources,
    store,
  });
  let told = '';
  const works = await worksAtLast((deadlineMs) =>
    withProbeFolder(config.dataDir, async (folder) => {
      const app = path.join(folder, 'app');
      await mkdir(app);
      const { code } = await runtime.run({
        ...{ siteId: 'probe', tmp: path.join(folder, 'tmp'), cwd: INSIDE_APP.app, env: {}, network: 'none' },
        mounts: [
          { from: app, to: INSIDE_APP.app },
          { from: OWN_NODE, to: '/node' },
        ],
        argv: ['/node/bin/node', '-e', 'process.exit(process.getuid() === 0 ? 2 : 0)'],
        limits: limitsOfPlan('FREE').site,
        output: { headBytes: 1000, tailBytes: 1000, secrets: [] },
        line: (text) => void (told = text),
        leftOut: () => undefined,
        signal: AbortSignal.timeout(deadlineMs),
      });
      return code === 0;
    }),
  ).catch((error: unknown) => {
    told = String(error);
    return false;
  });
  return works
    ? runtime
    : without(`Builds and servers cannot be isolated on this server: ${told.slice(0, 200) || 'bubblewrap fails'}.`);
}
