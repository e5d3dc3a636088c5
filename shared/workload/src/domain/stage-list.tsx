import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Badge, Card, Text } from '@panel/ui';
import { DOMAIN_STAGES, STAGE_STATES, STAGES, type DomainStage, type StageState } from '@panel/resources/domain';

type Stage = {
  state: StageState;
  /** What was decided, once it is done. */
  summary: ReactNode;
  /** What is to do now. */
  children: ReactNode;
};

/** The stages of a domain as an ordered list, each with its state in words. Only the current one has something to do. */
export const StageList = ({ stages }: { stages: Readonly<Record<DomainStage, Stage>> }) => (
  <ol className="p-stack p-gap-4" aria-label={t('Stages')}>
    {DOMAIN_STAGES.map((key, index) => {
      const { state, summary, children } = stages[key];
      const { title, later } = STAGES[key];
      const { label, tone } = STAGE_STATES[state];
      return (
        <li key={key} aria-current={state === 'current' ? 'step' : undefined}>
          <Card
            title={t('{number}. {title}', { number: index + 1, title })}
            actions={<Badge tone={tone}>{label}</Badge>}
          >
            {state === 'current' ? (
              children
            ) : (
              <Text as="div" tone={state === 'later' ? 'muted' : 'soft'} className="p-break">
                {state === 'later' ? later : summary}
              </Text>
            )}
          </Card>
        </li>
      );
    })}
  </ol>
);
