import { t } from '@panel/core';
import type { Blueprint } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotDeleteBlueprint, cannotRenameBlueprint, cannotUse } from '@panel/resources/blueprint';

export const BLUEPRINT_PANELS = ['make', 'rename', 'delete'] as const;
export type BlueprintPanel = (typeof BLUEPRINT_PANELS)[number];

/** The menu of one row; an action that is not possible shows the reason. */
export const blueprintActions = (
  blueprint: Blueprint,
  open: (panel: BlueprintPanel, of: string) => void,
  createFrom: (blueprint: Blueprint) => void,
): MenuItem[] => [
  {
    key: 'use',
    label: t('Create a site'),
    icon: 'plus',
    onSelect: () => createFrom(blueprint),
    disabledReason: cannotUse(blueprint),
  },
  {
    key: 'rename',
    label: t('Rename'),
    icon: 'edit',
    onSelect: () => open('rename', blueprint.id),
    disabledReason: cannotRenameBlueprint(blueprint),
  },
  {
    key: 'delete',
    label: t('Delete'),
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => open('delete', blueprint.id),
    disabledReason: cannotDeleteBlueprint(blueprint),
  },
];
