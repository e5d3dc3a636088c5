import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type CustomerBulk } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { ButtonLink, Card, Link, Page, TaskProgress } from '@panel/ui';
import {
  CUSTOMER_BULK_LABELS,
  CUSTOMER_BULK_REASONS,
  customerBulkQuery,
  customerPath,
} from '@panel/resources/customer';
import { useTaskProgress } from '@panel/resources/task';
import { BulkItems, BulkStats } from '@panel/workload/bulk';

/** /customers/bulk?id=: progress of a change of many customers, and its result for each. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Result id={id} /> : <Navigate to="/customers" replace />;
}

function Result({ id }: { id: string }) {
  const { data: bulk, refetch } = useSuspenseQuery(customerBulkQuery(id));
  const progress = useTaskProgress(bulk.task_id, () => void refetch());
  const about = bulk.tag ?? bulk.product;
  const title = about
    ? t('{action}: {tag}', { action: CUSTOMER_BULK_LABELS[bulk.action], tag: about })
    : CUSTOMER_BULK_LABELS[bulk.action];
  return (
    <Page title={title} width="form">
      {progress && progress.task.status !== 'succeeded' && <TaskProgress {...progress} />}
      <BulkStats counts={bulk.counts} />
      <Card title={t('Customers')}>
        <BulkItems items={bulk.items.map(itemOf)} counts={bulk.counts} />
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to="/customers">
          {t('Customers')}
        </ButtonLink>
      </div>
    </Page>
  );
}

const itemOf = ({ customer_id, email, outcome, reason }: CustomerBulk['items'][number]) => ({
  ...{ key: customer_id, outcome, reason: reason && CUSTOMER_BULK_REASONS[reason] },
  name: <Link to={customerPath(customer_id)}>{email}</Link>,
});
