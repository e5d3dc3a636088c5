import type { AppContext } from '../context/app-context.ts';
import { insertApp, insertProject, taskApp } from '../modules/app/app.repo.ts';
import { queueBuild } from '../modules/app/queue-build.ts';
import { writeHistory } from './demo-history.ts';
import { findOwner, once } from './seed.repo.ts';

/** The applications of Aurora's first customer: one that answers with files, and one with a server of its own. */
const DEMO_APPS = [
  {
    name: 'tide-table',
    templateId: 'vite-react',
    traffic: { views: 350, growth: 0.015, requestsPerView: 4, bytesPerRequest: 45_000 },
  },
  {
    name: 'weather-api',
    templateId: 'express-api',
    traffic: { views: 90, growth: 0, requestsPerView: 21, bytesPerRequest: 1_400 },
  },
] as const;

/** Starts the demo's applications as ordinary builds; one that this machine cannot run is tried again at the next start. */
export async function seedDemoApps(app: AppContext): Promise<void> {
  const templates = await app.hosting.templates();
  for (const demo of DEMO_APPS) {
    const template = templates.find(({ id }) => id === demo.templateId);
    if (template && template.missing === null) await once(app.db, `app.${demo.name}`, (tx) => startApp(app, tx, demo));
  }
}

async function startApp(
  app: AppContext,
  tx: AppContext['db'],
  { name, templateId, traffic }: (typeof DEMO_APPS)[number],
): Promise<void> {
  const found = await findOwner(tx, 'aurora', 'customer@aurora.example');
  if (!found) return;
  const owner = { partnerId: found.partnerId, customerId: found.customerId };
  const projectId = await insertProject(tx, owner, name);
  const values = { type: 'frontend', mode: 'template', source: 'template', templateId, projectId } as const;
  const now = app.clock.now();
  const row = await insertApp(
    tx,
    owner,
    { fqdn: `${name}.${found.sitesDomain}`, name, nodeId: app.machine.place(), ...values },
    now,
  );
  if (row) await writeHistory(tx, row.id, traffic, now);
  const given = row && (await taskApp(tx, row.id, { lock: true }));
  if (given) await queueBuild(app, tx, given, { trigger: 'create', userId: owner.customerId });
}
