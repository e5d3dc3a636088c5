import { t } from '@panel/core';
import { Button, Card, Text } from '@panel/ui';
import { siteTools, useTool } from '@panel/resources/site-tool';
import type { ToolProps } from './tool-props.ts';

export function CacheTool({ siteId, reason, onStarted }: ToolProps) {
  const clear = useTool(siteTools.clearCache, onStarted);
  return (
    <Card
      title={t('Cache')}
      footer={
        <Button
          icon="refresh"
          loading={clear.isPending}
          disabledReason={reason}
          onClick={() => clear.mutate({ id: siteId })}
        >
          {t('Clear cache')}
        </Button>
      }
    >
      <Text as="p" tone="soft">
        {t(
          'Deletes transients, the object cache and the page cache in wp-content/cache. The site builds them again as it needs them.',
        )}
      </Text>
    </Card>
  );
}
