import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Button, Card, Inline, Stack, Switch, Text } from '@panel/ui';
import { reportMailQuery, useSaveReportMail, useSendReport } from '@panel/resources/report';

/** The report of each month by email, for the signed-in user. */
export function ReportMailCard() {
  const { data } = useQuery(reportMailQuery);
  const save = useSaveReportMail();
  const send = useSendReport();
  if (!data) return null;
  return (
    <Card title={t('By email each month')}>
      <Stack gap={3}>
        <Switch
          label={t('Send me the report of each month')}
          checked={data.subscribed}
          disabled={save.isPending}
          onChange={(subscribed) => save.mutate(subscribed)}
        />
        <Text as="p" tone="muted">
          {t(
            'When a month is over, {email} gets its main numbers with how they have changed, and what was visited most. Months end in UTC.',
            { email: data.email },
          )}
        </Text>
        <Inline gap={2}>
          <Button icon="mail" call="report.sendMail" loading={send.isPending} onClick={() => send.mutate()}>
            {t('Send me the last month now')}
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}
