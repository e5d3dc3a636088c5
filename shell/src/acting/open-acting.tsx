import { createRoot } from 'react-dom/client';
import { ActingBar } from './acting-bar.tsx';

const openPage = (address: string): void => window.location.assign(address);

/** Shown above the frame, in a separate root: the frame of other users contains none of it. */
export function openActing(): void {
  const place = document.createElement('div');
  place.className = 'f-over';
  place.style.display = 'contents';
  document.body.prepend(place);
  createRoot(place).render(<ActingBar open={openPage} />);
}
