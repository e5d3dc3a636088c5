import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type CustomerBulk } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Badge, ButtonLink, Card, Inline, Link, Page, Stack, Stat, Stats, TaskProgress, Text } from '@panel/ui';
import {
  CUSTOMER_BULK_LABELS,
  CUSTOMER_BULK_OUTCOMES,
  CUSTOMER_BULK_REASONS,
  customerBulkQuery,
} from '@panel/resources/customer';
import { useTaskProgress } from '@panel/resources/task';
import './customer.css';

/** /customers/bulk?id=: progress of a change of many customers, and its result for each. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Result id={id} /> : <Navigate to="/customers" replace />;
}

function Result({ id }: { id: string }) {
  const { data: bulk, refetch } = useSuspenseQuery(customerBulkQuery(id));
  const progress = useTaskProgress(bulk.task_id, () => void refetch());
  const { waiting, done, unchanged, refused } = bulk.counts;
  const title = bulk.tag
    ? t('{action}: {tag}', { action: CUSTOMER_BULK_LABELS[bulk.action], tag: bulk.tag })
    : CUSTOMER_BULK_LABELS[bulk.action];
  return (
    <Page title={title} width="form">
      {progress && progress.task.status !== 'succeeded' && <TaskProgress {...progress} />}
      <Stats>
        <Stat label={CUSTOMER_BULK_OUTCOMES.done.label} value={done} />
        <Stat label={CUSTOMER_BULK_OUTCOMES.unchanged.label} value={unchanged} />
        <Stat label={CUSTOMER_BULK_OUTCOMES.refused.label} value={refused} />
        {waiting > 0 && <Stat label={CUSTOMER_BULK_OUTCOMES.waiting.label} value={waiting} />}
      </Stats>
      <Items items={bulk.items} total={waiting + done + unchanged + refused} />
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to="/customers">
          {t('Customers')}
        </ButtonLink>
      </div>
    </Page>
  );
}

const Items = ({ items, total }: { items: CustomerBulk['items']; total: number }) => (
  <Card title={t('Customers')}>
    <Stack gap={3}>
      {total > items.length && (
        <Text tone="muted">
          {t('The first {shown} of {total} are shown, those that were not changed first.', {
            shown: items.length,
            total,
          })}
        </Text>
      )}
      <ul className="customer-bulk">
        {items.map(({ customer_id, email, outcome, reason }) => (
          <li key={customer_id}>
            <Stack gap={1}>
              <Link to={`/customers/customer?id=${encodeURIComponent(customer_id)}`}>{email}</Link>
              {reason && (
                <Text size="s" tone="muted">
                  {CUSTOMER_BULK_REASONS[reason]}
                </Text>
              )}
            </Stack>
            <Inline gap={2}>
              <Badge tone={CUSTOMER_BULK_OUTCOMES[outcome].tone}>{CUSTOMER_BULK_OUTCOMES[outcome].label}</Badge>
            </Inline>
          </li>
        ))}
      </ul>
    </Stack>
  </Card>
);
