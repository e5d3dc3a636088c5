import { t } from '@panel/core';
import type { Team } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotRevoke, currentKey } from '@panel/resources/team';

export const TEAM_PANELS = ['add', 'details', 'edit', 'invite', 'key', 'revoke'] as const;
export type TeamPanel = (typeof TEAM_PANELS)[number];

/** The menu of one team; an action that is not possible says why. */
export function teamActions(team: Team, open: (panel: TeamPanel, of: string) => void): MenuItem[] {
  const to = (panel: TeamPanel) => () => open(panel, team.id);
  const current = currentKey(team);
  return [
    { key: 'details', label: t('Keys'), icon: 'info', onSelect: to('details') },
    { key: 'edit', label: t('Edit'), icon: 'edit', onSelect: to('edit') },
    {
      key: 'invite',
      label: current ? t('Rotate the key') : t('Invite'),
      icon: current ? 'refresh' : 'mail',
      onSelect: to('invite'),
    },
    { key: 'key', label: t('Paste a public key'), icon: 'key', onSelect: to('key') },
    {
      key: 'revoke',
      label: t('Revoke the key'),
      icon: 'stop',
      danger: true,
      separated: true,
      onSelect: () => current && open('revoke', current.keyId),
      disabledReason: cannotRevoke(team),
    },
  ];
}
