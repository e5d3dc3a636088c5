import { t, translated } from '@panel/core';
import type { SiteHealth } from '@panel/contract';
import { healthLabels, healthReasonLabels } from '@panel/contract/status';
import { Button, Card, Icon, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { useDismissRestored } from '@panel/resources/backup';
import './health.css';

export type HealthReason = SiteHealth['reasons'][number];
/** What its owner can do about a reason. */
export type HealthStep = { label: string; to: string };

type ItemProps = { reason: HealthReason; evidence: string | null; step: HealthStep | null; onDismiss: () => void };

function Item({ reason: { code, level, at }, evidence, step, onDismiss }: ItemProps) {
  const isDown = level === 'down';
  return (
    <li className="health-item">
      <Icon name={isDown ? 'error' : 'warning'} size={16} className={isDown ? 'p-text-danger' : 'p-text-warning'} />
      <span className="health-text">
        <Text weight="medium">{translated(healthReasonLabels[code])}</Text>
        {at && (
          <Text size="s" tone="muted">
            {' '}
            <RelativeTime at={at} />
          </Text>
        )}
        {evidence && (
          <Text as="p" size="s" className="p-break">
            {evidence}
          </Text>
        )}
      </span>
      {step && <Link to={step.to}>{step.label}</Link>}
      {code === 'RESTORED_ELSEWHERE' && (
        <Button size="s" call="backup.dismissRestored" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      )}
    </li>
  );
}

type Props = {
  /** Of the site or application. */
  id: string | null;
  health: SiteHealth;
  /** What the page shows itself, with what to do about it. */
  isShownElsewhere: (reason: HealthReason) => boolean;
  /** What was found, for people: the detail of the reason where this says nothing else. */
  evidenceOf: (reason: HealthReason) => string | null;
  stepOf: (reason: HealthReason) => HealthStep | null;
};

/** Why something is not healthy: each reason with its evidence and what to do next. Nothing while it is healthy. */
export function HealthCard({ id, health: { level, reasons }, isShownElsewhere, evidenceOf, stepOf }: Props) {
  const dismiss = useDismissRestored(id);
  const shown = reasons.filter((reason) => !isShownElsewhere(reason));
  if (shown.length === 0) return null;
  const steps = shown.map(stepOf);
  // Each step once.
  const isFirst = (index: number) => steps.findIndex((step) => step?.to === steps[index]?.to) === index;
  return (
    <Card title={translated(healthLabels[level].label)}>
      <Stack as="ul" gap={3} className="health-list">
        {shown.map((reason, index) => (
          <Item
            key={`${reason.code} ${reason.limit ?? ''}`}
            reason={reason}
            evidence={evidenceOf(reason)}
            step={isFirst(index) ? (steps[index] ?? null) : null}
            onDismiss={() => dismiss.mutate()}
          />
        ))}
      </Stack>
    </Card>
  );
}

/** What is said of something that the panel keeps asleep. */
export const heldText = (): string =>
  t('The panel paused it, because running it stopped the panel. It starts again at the time shown.');

/** What is said of something that was restored after its server was lost; the reason has the time of the backup. */
export const restoredText = (): string =>
  t('Its server was lost, so it was restored from the backup of the time shown. Changes after that may be missing.');
