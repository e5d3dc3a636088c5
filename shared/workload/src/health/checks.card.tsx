import { t } from '@panel/core';
import type { SiteOverview } from '@panel/contract';
import { Button, Card, Disclosure, formatDate, Icon, RelativeTime, Stack, Text } from '@panel/ui';
import { checkedLabel } from '@panel/resources/workload';
import './checks.css';

function Proof({ name, ok, detail, checked_at, by }: SiteOverview['evidence'][number]) {
  return (
    <Disclosure
      className="evidence"
      summary={
        <>
          <Icon name={ok ? 'check-circle' : 'error'} size={16} className={ok ? 'p-text-success' : 'p-text-danger'} />
          <Text weight="medium">{name}</Text>
          <Text size="s" tone={ok ? 'success' : 'danger'}>
            {ok ? t('Passed') : t('Failed')}
          </Text>
          <Text size="s" tone="muted" className="evidence-when">
            <RelativeTime at={checked_at} />
          </Text>
        </>
      }
    >
      <Text as="p" size="s" mono className="p-break">
        {detail}
      </Text>
      <Text as="p" size="s" tone="muted">
        {checkedLabel(formatDate(checked_at), by)}
      </Text>
    </Disclosure>
  );
}

type Evidence = SiteOverview['evidence'];
type Props = { evidence: Evidence; isChecking: boolean; onCheck: () => void };

/** The checks behind the status: what each one saw, and when. */
export function ChecksCard({ evidence, isChecking, onCheck }: Props) {
  return (
    <Card
      title={t('Checks')}
      actions={
        <Button size="s" icon="refresh" loading={isChecking} onClick={onCheck}>
          {t('Check now')}
        </Button>
      }
    >
      {evidence.length === 0 ? (
        <Text tone="muted">{t('No checks yet.')}</Text>
      ) : (
        <Stack gap={2}>
          {evidence.map((proof) => (
            <Proof key={proof.name} {...proof} />
          ))}
        </Stack>
      )}
    </Card>
  );
}
