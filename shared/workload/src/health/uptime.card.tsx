import { t, Trans } from '@panel/core';
import { useId, useState, type KeyboardEvent } from 'react';
import type { SiteUptime } from '@panel/contract';
import { alongText, Badge, Button, Card, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { dayLabel, dayState, dayText, uptimeLabel, type UptimeDay } from '@panel/resources/workload';
import './uptime.css';

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
};

type BarProps = { days: readonly UptimeDay[]; chosen: number; onChoose: (index: number) => void; labelledBy: string };

/** One column for each day. Its shape says what its colour says. */
function Bar({ days, chosen, onChoose, labelledBy }: BarProps) {
  const last = days.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[alongText(event.key)];
    if (step === undefined) return;
    event.preventDefault();
    onChoose(Math.min(last, Math.max(0, chosen + step)));
  };
  const of = days[chosen];
  return (
    <div
      className="uptime-bar"
      role="slider"
      tabIndex={0}
      aria-labelledby={labelledBy}
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={of && `${dayLabel(of)}: ${dayText(of)}`}
      onKeyDown={onKeyDown}
    >
      {days.map((each, index) => (
        <span
          key={each.day}
          className="uptime-day"
          data-state={dayState(each)}
          data-chosen={index === chosen || undefined}
          onPointerEnter={() => onChoose(index)}
          onPointerDown={() => onChoose(index)}
        />
      ))}
    </div>
  );
}

const Legend = () => (
  <ul className="uptime-legend">
    {(['good', 'bad', 'none'] as const).map((state) => (
      <li key={state}>
        <span className="uptime-day" data-state={state} aria-hidden="true" />
        {{ good: t('All checks passed'), bad: t('Checks failed'), none: t('No data') }[state]}
      </li>
    ))}
  </ul>
);

function DaysTable({ days }: { days: readonly UptimeDay[] }) {
  return (
    <div className="p-chart-table uptime-table">
      <table>
        <caption className="p-visually-hidden">{t('Uptime, by day (UTC)')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col">{t('Checks')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((each) => (
            <tr key={each.day}>
              <th scope="row">{dayLabel(each)}</th>
              <td>{dayText(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last 90 days as the scheduled checks found them. */
export function UptimeCard({ uptime }: { uptime: SiteUptime }) {
  const { days, broken_since } = uptime;
  const id = useId();
  const [chosen, setChosen] = useState(days.length - 1);
  const [tabular, setTabular] = useState(false);
  const percent = uptimeLabel(days);
  const known = days.filter((each) => dayState(each) !== 'none').length;
  const shown = days[chosen];
  return (
    <Card title={t('Uptime')}>
      <Stack gap={3}>
        <Inline gap={2}>
          <Text id={id}>
            {percent === null ? (
              t('No data in the last 90 days')
            ) : (
              <>
                <Text size="l" weight="strong">
                  {percent}
                </Text>{' '}
                <Text tone="muted">{t('in the last 90 days')}</Text>
              </>
            )}
          </Text>
          {broken_since !== null && (
            <Badge tone="danger">
              <span>
                <Trans id="Not working, found <0/>" parts={[() => <RelativeTime at={broken_since} />]} />
              </span>
            </Badge>
          )}
        </Inline>
        {percent === null ? (
          <Text tone="muted">{t('What is ready is checked by a schedule. The first result will appear here.')}</Text>
        ) : (
          <>
            <Bar days={days} chosen={chosen} onChoose={setChosen} labelledBy={id} />
            {shown && (
              <Text size="s">
                <Text weight="medium">{dayLabel(shown)}</Text>: {dayText(shown)}
              </Text>
            )}
            <Legend />
            <div className="p-chart-foot">
              <span>{t('Days in UTC. Checked on {count, plural, one {# day} other {# days}}.', { count: known })}</span>
              <Button kind="text" size="s" aria-pressed={tabular} onClick={() => setTabular(!tabular)}>
                {t('Show as table')}
              </Button>
            </div>
            {tabular && <DaysTable days={days} />}
          </>
        )}
      </Stack>
    </Card>
  );
}
