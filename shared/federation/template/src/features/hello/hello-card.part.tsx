import { t, type SlotProps } from '@panel/core';
import { Card, Link } from '@panel/ui';

/** A card on the dashboard; its properties come from the slot. */
export function Component(_given: SlotProps['dashboard.cards']) {
  return (
    <Card title={t('Hello')} actions={<Link to="/hello">{t('Open Hello')}</Link>}>
      {t('A card of another team.')}
    </Card>
  );
}
