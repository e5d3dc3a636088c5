import { Tour as AntTour } from 'antd';
import { createPortal } from 'react-dom';
import { RichProvider } from './rich-provider.tsx';

export type TourStep = {
  title: string;
  text: string;
  /** The element of the step; without one, the step is in the middle of the window. */
  target?: () => HTMLElement | null;
};

export type TourProps = { steps: readonly TourStep[]; open: boolean; onClose: () => void };

/** Focuses the step's title, so that it is read aloud and Tab moves on to the buttons. */
const Title = ({ children }: { children: string }) => (
  <span tabIndex={-1} ref={(node) => node?.focus()}>
    {children}
  </span>
);

/** Antd scrolls to the target only when it also stops the page from scrolling. */
function inSight(target: TourStep['target']): HTMLElement | null {
  const element = target?.() ?? null;
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return element;
}

/**
 * Points at parts of a page, one after the other; Escape ends it. The page does not scroll meanwhile: antd's own
 * style for that has no nonce, so the tour is rendered in our own layer, where antd does not add it.
 */
export function Tour({ steps, open, onClose }: TourProps) {
  if (!open) return null;
  return createPortal(
    <div className="p-rich-tour">
      <RichProvider>
        <AntTour
          open
          getPopupContainer={false}
          onClose={onClose}
          onFinish={onClose}
          steps={steps.map(({ title, text, target }) => ({
            title: <Title key={title}>{title}</Title>,
            description: text,
            target: () => inSight(target) as HTMLElement,
          }))}
        />
      </RichProvider>
    </div>,
    document.body,
  );
}
