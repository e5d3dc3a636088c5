import { slotParts } from '@panel/contract/access';
import { useAtomValue } from 'jotai';
import { useLocation, useNavigate } from 'react-router-dom';
import { leaveTo } from './leave.ts';
import { panelStore, partnerAtom, useRegistry, useViewer } from '../session/session.ts';

/** The parameter of the address with what the help beside the page shows: `?help=backups`, `?help=` for its list. */
const PARAM = 'help';

function withTopic(search: string, topic: string | null): string {
  const after = new URLSearchParams(search);
  after.delete(PARAM);
  if (topic !== null) after.set(PARAM, topic);
  return `${after}`;
}

/**
 * Whether the viewer has help beside the page: a remote offers it, and its section is on. Errors ask this, also those of a
 * page that never got its partner.
 */
export function useHasHelp(): boolean {
  const manifests = useRegistry().remotes.map(({ manifest }) => manifest);
  const partner = useAtomValue(partnerAtom, { store: panelStore });
  const viewer = useViewer();
  return partner !== null && slotParts(manifests, 'help.panel', partner, viewer).length > 0;
}

/** Opens an article, or the article about an error, beside the page. */
export function openHelp(topic: string): void {
  const { pathname, search, hash } = window.location;
  leaveTo(`${pathname}?${withTopic(search, topic)}${hash}`);
}

/**
 * The help beside the page. `topic` is what it shows, null while it is closed; `show` opens an article, or with an empty
 * text what belongs to the page.
 */
export function useHelp(): { topic: string | null; show: (topic: string | null) => void } {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const topic = new URLSearchParams(search).get(PARAM);
  const show = (next: string | null) =>
    void navigate(
      { pathname, search: withTopic(search, next), hash },
      { replace: topic !== null, preventScrollReset: true },
    );
  return { topic, show };
}
