import { decideAccess, type Declared } from '@panel/contract/access';
import { findRoute } from '@panel/contract/routing';
import { usePartner, useRegistry, useViewer } from '../session/session.ts';

/**
 * Tells of an address whether there is a page that the viewer may open now: a link to a section that was switched off
 * leads nowhere. `own` are declarations besides those of the remotes.
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
