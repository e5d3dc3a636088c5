import { t } from '@panel/core';
import { Tour } from '@panel/ui/rich';

/** The frame of the panel, then the first step: what is shown is what this account has. */
export const GetStartedTour = ({ onClose }: { onClose: () => void }) => (
  <Tour
    onClose={onClose}
    steps={[
      {
        title: t('Sections'),
        text: t('Each section has its own pages. What your provider doesn’t offer is not shown.'),
        target: '.f-sections',
      },
      {
        title: t('Search'),
        text: t('Type the name of a site, a page or an action. Enter opens the first result.'),
        target: '.f-palette',
      },
      {
        title: t('Help'),
        text: t('Opens the articles about the page that you are on, beside it.'),
        target: '.f-help',
      },
      {
        title: t('Your first step'),
        text: t('Follow this button. Each step is done when your account shows it.'),
        target: '.g-step .p-button-primary',
      },
    ]}
  />
);
