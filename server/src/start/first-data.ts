import type { AppContext } from '../context/app-context.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { ensureFirstOperator } from './first-operator.ts';

/** What an installation begins with: the demo, or a first operator. */
export async function prepareData(app: AppContext, progress: (line: string) => void): Promise<void> {
  const { seed, roles } = app.config;
  if (seed === 'demo' && (roles.includes('api') || roles.includes('worker'))) {
    progress('Preparing the demo data');
    await seedDemo(app);
  }
  if (seed === 'none' && roles.includes('api')) await ensureFirstOperator(app, progress);
}
