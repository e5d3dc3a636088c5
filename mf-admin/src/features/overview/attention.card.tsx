import { healthReasonLabels } from '@panel/contract/status';
import { formatNumber, t, translated, type Overview } from '@panel/core';
import { Badge, Card, Icon, Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { attentionTitle, attentionTone } from '@panel/resources/overview';

type Attention = Overview['attention'][number];

const Named = ({ name, reason, detail, at }: Attention['objects'][number]) => (
  <Inline as="li" gap={2} align="baseline">
    <Text className="p-break">{name}</Text>
    {reason && <Text size="s">{translated(healthReasonLabels[reason])}</Text>}
    {detail && (
      <Text size="s" tone="muted">
        {detail}
      </Text>
    )}
    {at && (
      <Text size="s" tone="muted">
        <RelativeTime at={at} />
      </Text>
    )}
  </Inline>
);

function Kind({ attention }: { attention: Attention }) {
  const { kind, count, list, objects } = attention;
  const others = count - objects.length;
  return (
    <Stack as="li" gap={1}>
      <Inline gap={2}>
        <Badge tone={attentionTone(attention)}>{formatNumber(count)}</Badge>
        <Link to={list}>{attentionTitle[kind](count)}</Link>
      </Inline>
      <Stack as="ul" gap={1}>
        {objects.map((object) => (
          <Named key={object.id} {...object} />
        ))}
      </Stack>
      {others > 0 && (
        <Text size="s" tone="muted">
          {t('And {count} more', { count: formatNumber(others) })}
        </Text>
      )}
    </Stack>
  );
}

/** What needs attention, each with the way to its list. */
export const AttentionCard = ({ attention }: Pick<Overview, 'attention'>) => (
  <Card title={t('Needs attention')}>
    {attention.length === 0 ? (
      <Inline gap={2}>
        <Icon name="check-circle" size={20} className="p-text-success" />
        <Text>{t('No problem was found.')}</Text>
      </Inline>
    ) : (
      <Stack as="ul" gap={4}>
        {attention.map((one) => (
          <Kind key={one.kind} attention={one} />
        ))}
      </Stack>
    )}
  </Card>
);
