import { t } from '@panel/core';
import type { SiteOverview } from '@panel/core';
import { Button, Card, Disclosure, formatDate, Icon, RelativeTime, Stack, Text } from '@panel/ui';
import { checkedLabel, useCheckSite } from '@panel/resources/site';
import './site-evidence.css';

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

/** The checks behind the status: what each one saw, and when. */
export function SiteEvidenceCard({ siteId, evidence }: { siteId: string; evidence: SiteOverview['evidence'] }) {
  const check = useCheckSite(siteId);
  return (
    <Card
      title={t('Checks')}
      actions={
        <Button size="s" icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
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
