import type { ExtensionAction, ExtensionKind } from '@panel/contract';
import type { StepDefinition } from '../../tasks/task-kind.ts';
import { activateStep, deactivateStep, deleteStep, installStep, type ExtensionPayload } from './extension-steps.ts';

/** The steps that change the items of one site. */
export function changeSteps(
  kind: ExtensionKind,
  action: ExtensionAction,
  { items, activate }: ExtensionPayload,
): StepDefinition[] {
  const each = (step: (of: { kind: ExtensionKind; item: (typeof items)[number] }) => StepDefinition) =>
    items.map((item) => step({ kind, item }));
  switch (action) {
    case 'install':
      return [...each(installStep), ...(activate ? each(activateStep) : [])];
    case 'update':
      return each(installStep);
    case 'activate':
      return each(activateStep);
    case 'deactivate':
      return each(deactivateStep);
    case 'delete':
      return each(deleteStep);
  }
}
