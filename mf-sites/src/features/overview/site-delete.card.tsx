import type { Site } from '@panel/core';
import { Button, Card, Text } from '@panel/ui';
import { cannotDelete } from '@panel/resources/site';

export function SiteDeleteCard({ site, onDelete }: { site: Site; onDelete: () => void }) {
  return (
    <Card
      title="Delete Site"
      tone="danger"
      footer={
        <Button kind="danger" icon="trash" onClick={onDelete} disabledReason={cannotDelete(site)}>
          Delete Site
        </Button>
      }
    >
      <Text as="p" tone="soft">
        This deletes the site, its files and its database. It can’t be undone.
      </Text>
    </Card>
  );
}
