import { lazy, Suspense } from 'react';

const Palette = lazy(() => import('./palette.tsx'));

/** The palette's code comes when it is asked for the first time. */
export const PaletteHost = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <Palette onClose={onClose} />
  </Suspense>
);
