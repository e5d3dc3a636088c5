import { useEffect, useRef, type RefObject } from 'react';
import { lazyPanel } from '@panel/ui';
import { useIdle } from '../chrome/use-idle.ts';

const code = () => import('./palette.tsx');
const load = async () => (await code()).Palette;

type Props = { typedBefore: RefObject<string>; onClose: () => void };

/** Placeholder until the palette's code has loaded: keeps what is typed for the palette. */
function Typeahead({ typedBefore: typed, onClose }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [typed, onClose]);
  return null;
}

const LazyPalette = lazyPanel(load, Typeahead);

/** The palette's code loads when the browser is idle, so that its field is ready at the first key press. */
export function PaletteHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const idle = useIdle();
  const typed = useRef('');
  useEffect(() => {
    if (!idle) return;
    let stop = () => {};
    let ended = false;
    code().then(
      ({ followRecent }) => {
        if (!ended) stop = followRecent();
      },
      // Opening the palette fails again and reports it.
      () => undefined,
    );
    return () => {
      ended = true;
      stop();
    };
  }, [idle]);
  useEffect(() => {
    if (!open) typed.current = '';
  }, [open]);
  return open && <LazyPalette typedBefore={typed} onClose={onClose} />;
}
