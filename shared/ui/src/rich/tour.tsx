import { Tour as AntTour } from 'antd';
import { t } from '@panel/core';
import { RichProvider } from './rich-provider.tsx';

export type TourStep = {
  title: string;
  text: string;
  /** A selector of what it is about. A step without it, or whose part is not visible, is in the middle of the window. */
  target?: string;
};

const isShown = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.getClientRects().length > 0;

function partOf(selector: string | undefined): HTMLElement | null {
  const element = selector ? document.querySelector(selector) : null;
  return isShown(element) ? element : null;
}

/** Shows parts of the page one after the other. Escape, the close button and the last step end it. */
export const Tour = ({ steps, onClose }: { steps: readonly TourStep[]; onClose: () => void }) => (
  <RichProvider>
    <AntTour
      open
      rootClassName="p-rich"
      steps={steps.map(({ title, text, target }, index) => ({
        title,
        description: text,
        target: () => partOf(target) as HTMLElement,
        prevButtonProps: { children: t('Back') },
        nextButtonProps: { children: index === steps.length - 1 ? t('Finish') : t('Next') },
      }))}
      onClose={onClose}
      onFinish={onClose}
    />
  </RichProvider>
);
