import { useEffect, useRef, type RefObject } from 'react';
import { PREVIEW_BRAND, PREVIEW_READY, type PreviewBrand } from '@panel/brand/preview';

/**
 * Sends the current brand to a page of the panel in a frame: when it reports that it listens, and after each change.
 * Both sides accept messages from the panel's own origin only.
 */
export function usePreview(frame: RefObject<HTMLIFrameElement | null>, brand: Omit<PreviewBrand, 'type'>): void {
  const message = JSON.stringify({ type: PREVIEW_BRAND, ...brand });
  const latest = useRef(message);

  useEffect(() => {
    latest.current = message;
    frame.current?.contentWindow?.postMessage(JSON.parse(message), window.location.origin);
  }, [frame, message]);

  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent) => {
      const within = frame.current?.contentWindow;
      if (!within || origin !== window.location.origin || source !== within) return;
      if ((data as { type?: unknown } | null)?.type === PREVIEW_READY)
        within.postMessage(JSON.parse(latest.current), window.location.origin);
    };
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [frame]);
}
