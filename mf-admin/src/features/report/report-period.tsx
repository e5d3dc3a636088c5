import { useSearchParams } from '@panel/core/router';
import { t } from '@panel/core';
import { Inline, SegmentedControl, Stack, Text, TextInput } from '@panel/ui';
import { daysOf, PERIOD_LABELS, REPORT_PERIODS, type ReportPeriod } from '@panel/resources/report';

/** The period of the page, in the address: `?period=custom&from=2026-01-01&to=2026-03-31`. */
export function useReportPeriod(now: Date) {
  const [search, setSearch] = useSearchParams();
  const period = REPORT_PERIODS.find((each) => each === search.get('period')) ?? 'this-month';
  const days = daysOf(period, now, { from: search.get('from') ?? '', to: search.get('to') ?? '' });
  const change = (next: { period: ReportPeriod; from?: string; to?: string }) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ['from', 'to'] as const) {
          after.delete(name);
          if (next.period === 'custom') after.set(name, next[name] ?? days[name]);
        }
        after.set('period', next.period);
        return after;
      },
      { preventScrollReset: true },
    );
  return { ...days, period, change };
}

type Props = ReturnType<typeof useReportPeriod>;

/** This month, the last one, twelve months, or days that somebody chooses. */
export function ReportPeriodChoice({ period, from, to, error, change }: Props) {
  return (
    <Stack gap={2}>
      <Inline gap={2}>
        <SegmentedControl
          label={t('Period')}
          segments={REPORT_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
          value={period}
          onChange={(next) => change({ period: next })}
        />
        {period === 'custom' && (
          <>
            <TextInput
              type="date"
              aria-label={t('From')}
              value={from}
              onChange={(day) => change({ period, from: day, to })}
            />
            <TextInput
              type="date"
              aria-label={t('Until')}
              value={to}
              onChange={(day) => change({ period, from, to: day })}
            />
          </>
        )}
      </Inline>
      {error && (
        <Text as="p" tone="danger">
          {error}
        </Text>
      )}
    </Stack>
  );
}
