import { t, Trans } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { Approval } from '@panel/core';
import { Banner, Button, Card, EmptyState, ErrorState, Inline, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { approvalsQuery, approvalTitle, cannotApprove, useDecide } from '@panel/resources/approval';

type Decide = ReturnType<typeof useDecide>;

const approvedBy = ({ approvers }: Approval): string =>
  approvers.length > 0
    ? t('Approved by {names}', { names: approvers.map(({ by }) => by).join(', ') })
    : t('Not approved yet');

/** One waiting change, with its two decisions. */
function ApprovalCard({ approval, decide }: { approval: Approval; decide: Decide }) {
  const { id } = approval;
  const isRunning = (decision: string) =>
    decide.isPending && decide.variables.id === id && decide.variables.decision === decision;
  return (
    <Card title={approvalTitle(approval)} level={3}>
      <Stack gap={3}>
        <Text as="p" tone="soft">
          <Trans
            id="Requested by {by} <0/>. {approved}."
            values={{ by: approval.requestedBy, approved: approvedBy(approval) }}
            parts={[() => <RelativeTime at={approval.requestedAt} />]}
          />
        </Text>
        <Inline gap={2}>
          <Button
            kind="primary"
            loading={isRunning('approve')}
            disabledReason={cannotApprove(approval)}
            onClick={() => decide.mutate({ id, decision: 'approve' })}
          >
            {t('Approve')}
          </Button>
          <Button loading={isRunning('reject')} onClick={() => decide.mutate({ id, decision: 'reject' })}>
            {t('Reject')}
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}

/** Changes that wait until a second person has approved them. */
export function ApprovalTab({ onDone }: { onDone: (message: string) => void }) {
  const { data, error, refetch, isFetching } = useQuery(approvalsQuery);
  const decide = useDecide(onDone);
  if (error && !data) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton kind="list" />;
  return (
    <Stack gap={4}>
      {decide.error && (
        <Banner kind="danger" live>
          {decide.error.message}
        </Banner>
      )}
      {data.waiting.length === 0 ? (
        <EmptyState
          icon="check-circle"
          title={t('Nothing waits for approval')}
          text={t(
            'Where a package asks for two persons, its promotions, pins and canaries appear here until a second person approves them. Choose these packages at Teams.',
          )}
        />
      ) : (
        <Stack as="ul" gap={4}>
          {data.waiting.map((approval) => (
            <li key={approval.id}>
              <ApprovalCard approval={approval} decide={decide} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
