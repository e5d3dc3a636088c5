import { t } from '@panel/core';
import { useHelpPreview } from '@panel/resources/help';
import { Banner, Button, Card, Stack } from '@panel/ui';
import { ArticleBody } from '@panel/workload/help';

/** The text as readers would see it, cleaned by the server. */
export function HelpPreview({ markdown }: { markdown: () => string }) {
  const { mutate, data, error, isPending } = useHelpPreview();
  return (
    <Stack gap={3}>
      <div>
        <Button loading={isPending} onClick={() => mutate({ markdown: markdown() })}>
          {t('Preview')}
        </Button>
      </div>
      {error && (
        <Banner kind="danger" live>
          {error.message}
        </Banner>
      )}
      {data && (
        <Card title={t('Preview')} level={2}>
          <ArticleBody blocks={data.blocks} />
        </Card>
      )}
    </Stack>
  );
}
