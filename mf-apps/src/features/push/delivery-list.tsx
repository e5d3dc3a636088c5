import { t } from '@panel/core';
import type { AppDelivery } from '@panel/contract';
import { Badge, Link, RelativeTime, Text } from '@panel/ui';
import { buildPath, deliveryLabels, senderLabel, shortCommit } from '@panel/resources/app';
import './push.css';

/** The last pushes that were told to the panel, and what became of each. */
export function DeliveryList({ id, deliveries }: { id: string; deliveries: readonly AppDelivery[] }) {
  if (deliveries.length === 0)
    return (
      <Text as="p" tone="soft">
        {t('No push was told yet.')}
      </Text>
    );
  return (
    <ul className="push-deliveries" aria-label={t('Last deliveries')}>
      {deliveries.map((each) => (
        <li key={each.id}>
          <Badge tone={deliveryLabels[each.result].tone}>{deliveryLabels[each.result].label}</Badge>
          <Text size="s">
            {senderLabel(each.sender)}, {each.from}
            {each.branch !== null && `, ${each.branch}`}
            {each.commit !== null && ` ${shortCommit(each.commit)}`}
          </Text>
          <Text size="s" tone="soft">
            <RelativeTime at={each.at} />
          </Text>
          {each.build_id !== null && <Link to={buildPath(id, each.build_id)}>{t('Show the build')}</Link>}
        </li>
      ))}
    </ul>
  );
}
