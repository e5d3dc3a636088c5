import { t } from '@panel/core';
import { Menu, type MenuItem } from '../overlay/menu.tsx';
import { Button, ButtonLink, IconButton } from '../parts/button.tsx';

/** One thing to do. What is not possible now says why. */
export type WorkloadAction = MenuItem & { loading?: boolean };

/** How many are buttons; the others are in a menu. */
const BUTTONS = 2;

type Props = { name: string; actions: readonly WorkloadAction[]; primary: boolean };

function ActionButton({ action, primary }: { action: WorkloadAction; primary: boolean }) {
  const { label, icon, to, href, onSelect, loading, disabledReason } = action;
  const look = { icon, kind: primary ? 'primary' : 'default' } as const;
  if (disabledReason || onSelect)
    return (
      <Button {...look} loading={loading} disabledReason={disabledReason} onClick={onSelect}>
        {label}
      </Button>
    );
  return (
    <ButtonLink {...look} to={to} href={href} newTab={href !== undefined}>
      {label}
    </ButtonLink>
  );
}

/** The most frequent actions as buttons, the others in a menu. */
export function WorkloadActions({ name, actions, primary }: Props) {
  const others = actions.slice(BUTTONS);
  return (
    <div className="p-workload-actions">
      {actions.slice(0, BUTTONS).map((action, index) => (
        <ActionButton key={action.key} action={action} primary={primary && index === 0} />
      ))}
      {others.length > 0 && (
        <Menu
          label={t('More actions for {name}', { name })}
          items={others}
          trigger={(props) => (
            <IconButton
              {...props}
              icon="more"
              kind="default"
              label={t('More actions for {name}', { name })}
              tooltip={false}
            />
          )}
        />
      )}
    </div>
  );
}
