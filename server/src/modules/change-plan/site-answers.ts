import { HostingError, type Failure } from '../../hosting/hosting-error.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { siteOf } from '../site/site-task-steps.ts';

export const notAnswering = (text: Failure | readonly Failure[], failures: string): HostingError =>
  new HostingError('NOT_VERIFIED', text, { retryable: false, detail: failures });

/** Requests the site and stores the evidence. @returns what failed, or nothing */
export async function failuresOf(context: StepContext): Promise<string> {
  const site = await siteOf(context);
  const evidence = await checkSite(context.app, site, site.fqdn);
  for (const { name, detail } of evidence) context.note(`${name}: ${detail}`);
  return looksWell(evidence)
    ? ''
    : evidence
        .filter(({ ok }) => !ok)
        .map(({ name, detail }) => `${name}: ${detail}`)
        .join('; ');
}
