import { Suspense, type ComponentType } from 'react';
import { slotParts, type SlotPart } from '@panel/contract/access';
import { usePartner, useRegistry, useViewer } from '../session/session.ts';

/** Slots and what each gives to its parts. Public: names and properties change as the version of this package says. */
export type SlotProps = {
  /** Cards at the end of a customer's dashboard. */
  'dashboard.cards': object;
  /** Cards at the end of the page of a site. */
  'site.overview': { siteId: string; fqdn: string };
};
export type SlotName = keyof SlotProps;

export type SlotHost = ComponentType<{ parts: readonly SlotPart[]; given: object }>;
let Host: SlotHost | null = null;

/** The shell knows how to load a part and what to do when it fails; it registers who renders them, itself loaded lazily. */
export function setSlotHost(next: SlotHost | null): void {
  Host = next;
}

/**
 * The place in a page where remotes put their parts: those of the registry that this viewer may see, in their order.
 * Nothing at all, and no code, where there are none. Stands last in its column, so that what comes late moves nothing.
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
