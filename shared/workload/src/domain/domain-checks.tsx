import { pageLocale, t, type DomainCheck, type DomainEvidence } from '@panel/core';
import { Badge, Button, Disclosure, formatDate, Heading, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { ANSWER_FAILURES, CHECK_STATES, CHECKS } from '@panel/resources/domain';

type Asked = DomainCheck['asked'][number];

const listed = (texts: readonly string[]): string => new Intl.ListFormat(pageLocale()).format(texts);

const answerOf = ({ answers, failure }: Asked): string =>
  failure !== null ? ANSWER_FAILURES[failure] : answers.length > 0 ? listed(answers) : t('It has no such record.');

/** What was asked, of whom, what was answered and what should have been. */
function Evidence({ check: { name, expected, asked }, at }: { check: DomainCheck; at: string }) {
  return (
    <Stack gap={2}>
      {expected.length > 0 && (
        <Text as="p" size="s" className="p-break">
          {t('Expected: {answers}', { answers: listed(expected) })}
        </Text>
      )}
      <Stack as="ul" gap={2}>
        {asked.map((one) => (
          <li key={`${one.by} ${one.type}`}>
            <Text as="div" size="s" tone="muted" className="p-break">
              {one.by === null
                ? t('The zone above was asked for {type} of {name}', { type: one.type, name })
                : t('{server} was asked for {type} of {name}', { server: one.by, type: one.type, name })}
            </Text>
            <Text as="div" size="s" className="p-break">
              {answerOf(one)}
            </Text>
          </li>
        ))}
      </Stack>
      <Text as="p" size="s" tone="muted">
        {t('Asked on {date}', { date: formatDate(at) })}
      </Text>
    </Stack>
  );
}

function Check({ check, evidence }: { check: DomainCheck; evidence: DomainEvidence }) {
  const { label, tone } = CHECK_STATES[check.state];
  return (
    <li>
      <Inline gap={2}>
        <Badge tone={tone}>{label}</Badge>
        <Text weight="medium">{CHECKS[check.check]}</Text>
        {check.next_at !== null && (
          <Text size="s" tone="muted">
            {t('Next check:')} <RelativeTime at={check.next_at} />
          </Text>
        )}
      </Inline>
      {check.check === 'certificate' && evidence.valid_until !== null && (
        <Text as="p" size="s" className="p-break">
          {t('Issued by {issuer}, valid until {date}', {
            issuer: evidence.issuer ?? '',
            date: formatDate(evidence.valid_until, { withTime: false }),
          })}
        </Text>
      )}
      {check.asked.length > 0 && (
        <Disclosure summary={<Text size="s">{t('What we asked: {check}', { check: CHECKS[check.check] })}</Text>}>
          <Evidence check={check} at={evidence.asked_at} />
        </Disclosure>
      )}
    </li>
  );
}

type Props = {
  evidence: DomainEvidence;
  /** By what it was verified: the other way needs no check. */
  method: 'delegation' | 'txt' | null;
  busy: boolean;
  onCheck: () => void;
};

/** Each check of a domain with its evidence. How many hold is read aloud when that changes. */
export function DomainChecks({ evidence, method, busy, onCheck }: Props) {
  const unneeded = method === 'txt' ? 'nameservers' : method === 'delegation' ? 'txt' : null;
  const checks = evidence.checks.filter(({ check }) => check !== unneeded);
  const found = checks.filter(({ state }) => state === 'holds').length;
  return (
    <Stack gap={3}>
      <Inline gap={2} justify="between">
        <Heading level={3}>{t('Checks')}</Heading>
        <Button icon="refresh" loading={busy} onClick={onCheck}>
          {t('Check now')}
        </Button>
      </Inline>
      <p role="status" className="p-text p-size-s p-text-soft">
        {t('{found} of {count} found', { found, count: checks.length })}
      </p>
      <Stack as="ul" gap={3}>
        {checks.map((check) => (
          <Check key={check.check} check={check} evidence={evidence} />
        ))}
      </Stack>
    </Stack>
  );
}
