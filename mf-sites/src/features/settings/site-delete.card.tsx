import { t } from '@panel/core';
import { isKeptInBin } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { Button, Card, Text } from '@panel/ui';
import { BIN_TIME } from '@panel/resources/bin';
import { cannotDelete } from '@panel/resources/site';

export function SiteDeleteCard({ site, onDelete }: { site: Site; onDelete: () => void }) {
  const title = site.isStage ? t('Delete Staging') : t('Delete Site');
  return (
    <Card
      title={title}
      tone="danger"
      footer={
        <Button kind="danger" icon="trash" onClick={onDelete} disabledReason={cannotDelete(site)}>
          {title}
        </Button>
      }
    >
      <Text as="p" tone="soft">
        {isKeptInBin(site)
          ? t('This deletes the site, its files and its database. You can restore it from the bin for {BIN_TIME}.', {
              BIN_TIME,
            })
          : t('This deletes the site. It can’t be undone.')}
      </Text>
    </Card>
  );
}
