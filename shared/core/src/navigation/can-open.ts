import { decideAccess, type Declared } from '@panel/contract/access';
import { findRoute } from '@panel/contract/routing';
import { usePartner, useRegistry, useViewer } from '../session/session.ts';

/**
 * Returns whether an address has a page that the viewer can open now, so that no link leads to a disabled section.
 * `own` are declarations besides those of the remotes.
 */
export function useCanOpen(own: readonly Declared[] = []): (address: string) => boolean {
  const { remotes } = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  return (address) => {
    const match = findRoute([...own, ...remotes.map(({ manifest }) => manifest)], address.replace(/[?#].*/, ''));
    return match !== null && decideAccess(match.route, partner, viewer) === 'ok';
  };
}
