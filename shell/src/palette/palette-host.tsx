import { lazy, Suspense, useEffect } from 'react';
import { useIdle } from '../chrome/use-idle.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(load);

/** The palette's code comes when the browser is idle, so that the first key press already finds its field. */
export function PaletteHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const idle = useIdle();
  useEffect(() => {
    // A failure is met again, and told, when the palette is opened.
    if (idle) load().catch(() => undefined);
  }, [idle]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Palette onClose={onClose} />
    </Suspense>
  );
}
