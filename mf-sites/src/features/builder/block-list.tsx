import { t } from '@panel/core';
import { Stack, Text } from '@panel/ui';
import { BLOCKS } from './blocks.ts';

/** The parts that can be added to the page. */
export const BlockList = ({ onAdd }: { onAdd: (html: string) => void }) => (
  <Stack gap={2}>
    <Text as="p" size="s" tone="muted">
      {t('Adds a part after the selected section, or at the end of the page.')}
    </Text>
    {BLOCKS.map(({ key, label, help, html }) => (
      <button key={key} type="button" className="builder-block" onClick={() => onAdd(html)}>
        <Text weight="strong">{label}</Text>
        <Text size="s" tone="muted">
          {help}
        </Text>
      </button>
    ))}
  </Stack>
);
