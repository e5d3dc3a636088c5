import { useQuery } from '@tanstack/react-query';
import { t, type PlanUsage } from '@panel/core';
import { Card, ErrorState, formatBytes, Skeleton, Stack, Text } from '@panel/ui';
import { planUsageQuery, usageName, usageNote, usageText } from '@panel/resources/payment';
import './plan.css';

function Bar({ usage }: { usage: PlanUsage }) {
  const [name, note] = [usageName(usage), usageNote(usage)];
  const text = usageText(usage, formatBytes);
  return (
    <div className="plan-usage">
      <span className="p-break">{name}</span>
      <span className="p-figures">{text}</span>
      <meter
        className="plan-usage-bar"
        aria-label={name}
        aria-valuetext={text}
        min={0}
        max={100}
        low={75}
        high={90}
        optimum={0}
        value={Math.min(100, usage.percent)}
      />
      {note && (
        <Text size="s" tone="warning">
          {note}
        </Text>
      )}
    </div>
  );
}

/** What is used of the limits of the plan, before they hurt. */
export function UsageCard() {
  const usage = useQuery(planUsageQuery);
  return (
    <Card title={t('Usage')}>
      {usage.error ? (
        <ErrorState error={usage.error} level={3} retrying={usage.isFetching} onRetry={() => void usage.refetch()} />
      ) : usage.data === undefined ? (
        <Skeleton kind="text" rows={3} label={t('Loading your usage')} />
      ) : (
        <Stack gap={3}>
          {usage.data.map((one) => (
            <Bar key={`${one.kind} ${one.subject_id ?? ''}`} usage={one} />
          ))}
        </Stack>
      )}
    </Card>
  );
}
