import type { Boot } from '@panel/contract';
import { useViewer } from '@panel/core';

let initial: Pick<Boot, 'user' | 'hasSites'> = { user: null };

/** Keeps what the initial HTML knew; the frame shows the same until a page has read the sites. */
export const keepInitialSites = (boot: Boot): void => void (initial = boot);

/** Whether the signed-in customer had a site when the page was loaded; unknown after another sign-in. */
export function useInitialHasSites(): boolean | undefined {
  const viewer = useViewer();
  return viewer && viewer.id === initial.user?.id ? initial.hasSites : undefined;
}
