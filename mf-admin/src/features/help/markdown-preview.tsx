import { t, type HelpBlock } from '@panel/core';
import { Banner, Button, Card, Stack } from '@panel/ui';
import { ArticleBody } from '@panel/workload/help';

type Props = {
  markdown: () => string;
  /** The call that compiles a text. */
  preview: {
    mutate: (input: { markdown: string }) => void;
    data: { blocks: HelpBlock[] } | undefined;
    error: Error | null;
    isPending: boolean;
  };
};

/** A text as readers would see it, cleaned by the server. */
export function MarkdownPreview({ markdown, preview: { mutate, data, error, isPending } }: Props) {
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
