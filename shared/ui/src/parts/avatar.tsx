import { useState } from 'react';
import { initialsOf } from '@panel/core';

type Person = { email: string; firstname?: string; lastname?: string; avatar_url?: string | null };
export type AvatarProps = { user: Person | null; size?: 's' | 'm' | 'l' };

/**
 * The image, or initials, or a dash (spec §3). The name is beside it.
 */
export function Avatar({ user, size = 'm' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = user?.avatar_url;
  return (
    <span className={`p-avatar p-avatar-${size}`} aria-hidden="true">
      {picture && broken !== picture ? (
        <img src={picture} alt="" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(user)
      )}
    </span>
  );
}
