import { t } from '@panel/core';
import { Text } from '@panel/ui';

/** What happens when a site does not answer with another version. */
export const RollBackNote = () => (
  <Text as="p" tone="soft">
    {t(
      'If the site does not answer afterwards, it gets its previous version and content back. Changes that are made on the site meanwhile may be lost.',
    )}
  </Text>
);
