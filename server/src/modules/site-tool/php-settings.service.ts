import { limitsOfPlan, PHP_DEFAULTS, phpRanges, phpWithin, type PhpSettings, type SitePhp } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import type { Started } from '../site/start-site-task.ts';
import { findSite } from '../site/find-site.ts';
import { startTool } from './site-tool.service.ts';
import type { PhpPayload } from './php-settings.tasks.ts';
import { needPort } from '../site/site-ports.ts';

/**
 * The PHP settings of a WordPress site, and their ranges within its plan.
 * @throws PanelError NOT_FOUND
 */
export async function showPhpSettings(context: CallContext, id: string): Promise<SitePhp> {
  const site = await findSite(context, { id });
  needPort(context.app, site, 'wordpress');
  const limits = limitsOfPlan(site.planType).site;
  return { settings: phpWithin(site.phpSettings ?? PHP_DEFAULTS, limits), ranges: phpRanges(limits) };
}

/**
 * Changes the PHP settings of a WordPress site.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY, VALIDATION for what the plan does not allow, CONFLICT
 */
export async function changePhpSettings(
  context: CallContext,
  id: string,
  settings: PhpSettings,
  expected?: Expected<PhpSettings>,
): Promise<Started> {
  const { phpSettings: before, planType } = await findSite(context, { id });
  // The task that writes them keeps others from starting.
  checkExpected(expected, (await showPhpSettings(context, id)).settings);
  const fields: Record<string, string> = {};
  for (const [name, { min, max }] of Object.entries(phpRanges(limitsOfPlan(planType).site))) {
    const value = settings[name as keyof PhpSettings];
    if (value < min || value > max) fields[name] = `Your plan allows ${min} to ${max}.`;
  }
  if (Object.keys(fields).length > 0) throw new PanelError('VALIDATION', {}, { fields });
  return startTool(context, { id }, { kind: 'site.php-settings', payload: { settings, before } satisfies PhpPayload });
}
