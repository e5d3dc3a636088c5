import { t } from '@panel/core';
import type { Team } from '@panel/core';
import { Button, lazyPanel, SidePanel } from '@panel/ui';
import { isAccepted } from '@panel/resources/team';
import { InviteDialog } from './invite-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import type { TeamPanel } from './team.actions.ts';
import { TeamDetails } from './team-details.tsx';

// Lists are opened more often than forms, so a form loads with its panel.
const TeamEditPanel = lazyPanel(async () => (await import('./team-edit.panel.tsx')).TeamEditPanel);
const TeamKeyPanel = lazyPanel(async () => (await import('./team-key.panel.tsx')).TeamKeyPanel);

type Props = {
  panel: TeamPanel | null;
  /** The id of a team; for `revoke`, of a key. */
  of: string | null;
  teams: readonly Team[];
  open: (panel: TeamPanel, of: string) => void;
  packages: readonly string[];
  onClose: () => void;
  onDone: (message: string) => void;
};

/** The panel or dialog in the address, if it is possible. */
export function TeamPanels({ panel, of, teams, packages, open, onClose, onDone }: Props) {
  const free = packages.filter((name) => !teams.some((each) => each.packages.includes(name)));
  if (panel === 'add') return <TeamEditPanel team={null} free={free} onClose={onClose} onDone={onDone} />;
  if (panel === 'revoke' && of !== null) {
    const owner = teams.find(({ keys }) => keys.some((key) => key.keyId === of && isAccepted(key)));
    return owner ? <RevokeDialog team={owner} keyId={of} onClose={onClose} onDone={onDone} /> : null;
  }
  const team = teams.find(({ id }) => id === of);
  if (!panel || !team) return null;
  if (panel === 'edit') return <TeamEditPanel team={team} free={free} onClose={onClose} onDone={onDone} />;
  if (panel === 'invite') return <InviteDialog team={team} onClose={onClose} />;
  if (panel === 'key') return <TeamKeyPanel team={team} onClose={onClose} onDone={onDone} />;
  return (
    <SidePanel
      open
      title={t('Keys of {name}', { name: team.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <TeamDetails team={team} onRevoke={(keyId) => open('revoke', keyId)} />
    </SidePanel>
  );
}
