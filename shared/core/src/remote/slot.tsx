import { Suspense, type ComponentType } from 'react';
import { slotParts, type SlotPart } from '@panel/contract/access';
import { usePartner, useRegistry, useViewer } from '../session/session.ts';

/**
 * Slots and the properties of their parts. Public: names and properties change only as this package's version allows.
 */
export type SlotProps = {
  /** Cards at the end of a customer's dashboard. */
  'dashboard.cards': object;
  /** Cards at the end of the page of a site. */
  'site.overview': { siteId: string; fqdn: string };
  /** Help beside the page. `topic`: an article or the code of an error; empty for what belongs to the page at `path`. */
  'help.panel': { path: string; topic: string; onTopic: (topic: string) => void; onClose: () => void };
};
export type SlotName = keyof SlotProps;

export type SlotHost = ComponentType<{ parts: readonly SlotPart[]; given: object }>;
let Host: SlotHost | null = null;

/** The shell knows how to load a part and how to handle its failure; it registers the lazily loaded renderer. */
export function setSlotHost(next: SlotHost | null): void {
  Host = next;
}

/**
 * A place for parts of remotes: those in the registry that this viewer can see, in order. Without any, it renders
 * nothing and loads no code. Put it last in its column, so that late parts move nothing.
 */
export function Slot<Name extends SlotName>({ name, ...given }: { name: Name } & SlotProps[Name]) {
  const { remotes } = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const parts = slotParts(
    remotes.map(({ manifest }) => manifest),
    name,
    partner,
    viewer,
  );
  if (!Host || parts.length === 0) return null;
  return (
    <Suspense>
      <Host parts={parts} given={given} />
    </Suspense>
  );
}
