import type { ReactNode } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { useNavigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Inline, Stack, TaskProgress, Text } from '@panel/ui';
import {
  currentStage,
  DOMAIN_STAGES,
  domainCheckQuery,
  domainEvidenceQuery,
  siteDomainQuery,
  stageState,
  useCheckDomain,
  type DomainStage,
} from '@panel/resources/domain';
import { workloadSslPath, workloadUpgradePath, type Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { ToolData } from '../parts/tool-data.tsx';
import { useToolTask } from '../parts/use-tool-task.ts';
import { DomainChecks } from './domain-checks.tsx';
import { DomainEntry } from './domain-entry.tsx';
import { LicenseStage, ownLicenseText } from './license-stage.tsx';
import { PremiumCard } from './premium-card.tsx';
import { SetupStage } from './setup-stage.tsx';
import { StageList } from './stage-list.tsx';
import { useBringDomain, type OwnLicense } from './use-bring-domain.ts';

type Props = {
  workload: Workload;
  /** The license that it has already; undefined while it is read. */
  license: OwnLicense | undefined;
  /** Beside the name servers, on the page that follows a new domain. */
  note?: ReactNode;
};

/**
 * A domain from its name to its certificate. The stage comes from what is stored, and what was chosen before that is in the
 * address: a reload, another tab and another day open where somebody has left.
 */
export function DomainStages({ workload, license, note }: Props) {
  const { id, fqdn } = workload;
  const { data: shown } = useSuspenseQuery(siteDomainQuery(id));
  const { domain: claim } = shown;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { progress, setStarted } = useToolTask(workload);
  const check = useCheckDomain(id);
  const chosen = search.get('domain');
  // A claim that nobody has proven may be replaced by another one.
  const isReplaced = claim?.state === 'unproven' && (chosen !== null || search.has('change'));
  const domain = isReplaced ? null : claim;
  const bring = useBringDomain(workload, license ?? null, domain === null);
  const evidence = useQuery({ ...domainEvidenceQuery(id), enabled: domain !== null });
  // Only the server knows which names in other scripts can be shown so.
  const named = useQuery({
    ...domainCheckQuery(chosen ?? ''),
    enabled: domain === null && chosen !== null && chosen.includes('xn--'),
  });
  const certificate = evidence.data?.checks.find((one) => one.check === 'certificate')?.state;
  const isKnown = license !== undefined && !bring.available.isPending;
  const needsLicense = isKnown && bring.needsPremium;
  const current = currentStage({
    ...{ domain, needsLicense, isChosen: chosen !== null },
    isServed: certificate === 'holds' || certificate === 'off',
  });
  const stateOf = (stage: DomainStage) => stageState(stage, current, domain !== null || chosen !== null);
  const choose = (chosen: { domain?: string; typed?: string }) =>
    void navigate(workloadUpgradePath(workload, 'bring-your-own-domain', { ...chosen, ...(claim && { change: '1' }) }));
  const checks = (
    <>
      {check.error && (
        <Banner kind="danger" live>
          {check.error.message}
        </Banner>
      )}
      <ToolData result={evidence} reason={undefined} what={t('the checks')}>
        {(found) => (
          <DomainChecks
            {...{ evidence: found, method: domain?.method ?? null, busy: check.isPending }}
            onCheck={() => check.mutate()}
          />
        )}
      </ToolData>
    </>
  );
  const content: Record<DomainStage, { summary: ReactNode; children: ReactNode }> = {
    name: {
      summary: (
        <Name
          workload={workload}
          shown={domain?.display ?? named.data?.display ?? chosen ?? ''}
          stored={domain?.fqdn ?? chosen ?? ''}
          canChange={domain?.state === 'unproven'}
        />
      ),
      children: (
        <Stack gap={4}>
          <Text as="p" tone="soft">
            {byKind(
              workload,
              t('Serve this site at a domain that you own. Its current address will lead there.'),
              t('Serve this application at a domain that you own. Its current address will lead there.'),
            )}
          </Text>
          <DomainEntry
            workload={workload}
            initial={search.get('typed') ?? ''}
            onVerified={(verified) => choose({ domain: verified })}
          />
        </Stack>
      ),
    },
    license: {
      summary: license?.is_valid
        ? ownLicenseText(license)
        : license === undefined
          ? ''
          : t('No valid license is assigned now.'),
      children: (
        <ToolData result={bring.available} reason={undefined} what={t('your licenses')}>
          {() =>
            needsLicense ? (
              <PremiumCard workload={workload} />
            ) : (
              <LicenseStage
                {...{ workload, bring, own: license ?? null, fqdn: chosen ?? '' }}
                onBack={() => {
                  bring.claim.reset();
                  choose({ typed: chosen ?? '' });
                }}
              />
            )
          }
        </ToolData>
      ),
    },
    setup: {
      summary: t('{fqdn} leads here.', { fqdn: domain?.display ?? fqdn }),
      children: domain && (
        <SetupStage {...{ workload, shown, domain, note, evidence: evidence.data, onStarted: setStarted }}>
          {checks}
        </SetupStage>
      ),
    },
    certificate: {
      summary:
        certificate === 'off'
          ? t('This server does not serve HTTPS, so no certificate is needed.')
          : t('HTTPS works for {fqdn}.', { fqdn: domain?.display ?? fqdn }),
      children: (
        <Stack gap={4}>
          <Text as="p">{t('The certificate is requested automatically. This can take a few minutes.')}</Text>
          {checks}
          <div>
            <ButtonLink to={workloadSslPath(workload)}>{t('Open SSL')}</ButtonLink>
          </div>
        </Stack>
      ),
    },
  };
  const stages = Object.fromEntries(
    DOMAIN_STAGES.map((stage) => [stage, { state: stateOf(stage), ...content[stage] }]),
  ) as Record<DomainStage, { state: ReturnType<typeof stateOf>; summary: ReactNode; children: ReactNode }>;
  return (
    <>
      {progress && <TaskProgress {...progress} />}
      <StageList stages={stages} />
    </>
  );
}

type NameProps = { workload: Workload; shown: string; stored: string; canChange: boolean };

/** The name that was chosen, in both forms where it has two. */
const Name = ({ workload, shown, stored, canChange }: NameProps) => (
  <Inline gap={2} justify="between">
    <Stack gap={1}>
      <Text weight="medium" className="p-break">
        {shown}
      </Text>
      {stored !== shown && (
        <Text size="s" tone="muted" className="p-break">
          {t('Stored in DNS as {ascii}.', { ascii: stored })}
        </Text>
      )}
    </Stack>
    {canChange && (
      <ButtonLink to={workloadUpgradePath(workload, 'bring-your-own-domain', { change: '1' })}>
        {t('Use another domain')}
      </ButtonLink>
    )}
  </Inline>
);
