import { lazy, Suspense, useEffect, useRef } from 'react';
import { useIdle } from '../chrome/use-idle.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(load);

/** Placeholder until the palette's code has loaded: keeps what is typed for the palette. */
function Typeahead({ onType, onClose }: { onType: (change: (text: string) => string) => void; onClose: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onType((text) => text.slice(0, -1));
      else if (key.length === 1) onType((text) => text + key);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onType, onClose]);
  return null;
}

/** The palette's code loads when the browser is idle, so that its field is ready at the first key press. */
export function PaletteHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const idle = useIdle();
  const typed = useRef('');
  useEffect(() => {
    // Opening the palette fails again and reports it.
    if (idle) load().catch(() => undefined);
  }, [idle]);
  useEffect(() => {
    if (!open) typed.current = '';
  }, [open]);
  if (!open) return null;
  return (
    <Suspense fallback={<Typeahead onType={(change) => (typed.current = change(typed.current))} onClose={onClose} />}>
      <Palette typedBefore={typed} onClose={onClose} />
    </Suspense>
  );
}
