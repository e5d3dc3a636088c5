import { useState } from 'react';
import { iconOf, type FrameLink } from '@panel/frame';
import { initialsOf, useUser } from '@panel/core';
import { Menu, useScheme, type MenuItem } from '@panel/ui';

const SCHEMES = [
  { choice: 'system', label: 'System', icon: 'monitor' },
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'dark', label: 'Dark', icon: 'moon' },
] as const;

/** The user's picture, or their initials (spec §3). */
function Face() {
  const user = useUser();
  const [broken, setBroken] = useState(false);
  return (
    <span className="f-avatar">
      {user.avatar_url && !broken ? (
        <img src={user.avatar_url} alt="" onError={() => setBroken(true)} />
      ) : (
        initialsOf(user)
      )}
    </span>
  );
}

/** Existing account pages, the colour scheme, and sign-out. */
export function ProfileMenu({ links }: { links: readonly FrameLink[] }) {
  const user = useUser();
  const { choice: chosen, setChoice } = useScheme();
  const name = [user.firstname, user.lastname].filter(Boolean).join(' ');
  const pages = links.map(({ label, to, icon }): MenuItem => ({
    key: to,
    label,
    to,
    icon: iconOf(icon ?? 'user'),
    separated: to === '/logout',
  }));
  const schemes = SCHEMES.map(({ choice, label, icon }, index): MenuItem => ({
    key: choice,
    label,
    icon,
    checked: chosen === choice,
    separated: index === 0,
    onSelect: () => setChoice(choice),
  }));
  const out = pages.filter((item) => item.to === '/logout');
  return (
    <div className="f-pop">
      <Menu
        label="Profile menu"
        items={[...pages.filter((item) => !out.includes(item)), ...schemes, ...out]}
        header={
          <div className="f-who">
            {name && <strong>{name}</strong>}
            <span>{user.email}</span>
          </div>
        }
        trigger={(props) => (
          <button {...props} type="button" className="f-tool">
            <Face />
            <span className="f-sr">Profile menu</span>
          </button>
        )}
      />
    </div>
  );
}
