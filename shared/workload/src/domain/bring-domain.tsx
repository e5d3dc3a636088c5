import { t } from '@panel/core';
import { Text } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { ToolData } from '../parts/tool-data.tsx';
import { DomainAvailable } from './domain-available.tsx';
import { DomainEntry } from './domain-entry.tsx';
import { PremiumCard } from './premium-card.tsx';
import type { useBringDomain } from './use-bring-domain.ts';

type Props = {
  workload: Workload;
  bring: ReturnType<typeof useBringDomain>;
  /** The domain that was found free, or nothing yet. */
  verified: string | null;
  typed: string;
  onVerified: (fqdn: string | null) => void;
};

/** Both steps, for the page and for the dialog. */
export function BringDomain({ workload, bring, verified, typed, onVerified }: Props) {
  const { isSpecial, available, claim, needsPremium, go } = bring;
  return (
    <ToolData result={available} reason={undefined} what={t('your licenses')}>
      {() =>
        needsPremium ? (
          <PremiumCard workload={workload} />
        ) : verified === null ? (
          <DomainEntry workload={workload} initial={typed} onVerified={onVerified} />
        ) : (
          <DomainAvailable
            {...{ fqdn: verified, isSpecial, goLabel: t('Upgrade'), busy: claim.isPending, error: claim.error }}
            onBack={() => {
              claim.reset();
              onVerified(null);
            }}
            onGo={() => go(verified)}
          >
            <Text as="p" tone="soft">
              {t(
                '{fqdn} gets this domain once you have shown that it is yours. Until then nothing changes for your visitors.',
                { fqdn: workload.fqdn },
              )}
            </Text>
          </DomainAvailable>
        )
      }
    </ToolData>
  );
}
