import { t, told, toldReason } from '@panel/core';
import type { ExtensionRun, PlanDecision, RunSite } from '@panel/core';
import { Button, Card, Inline, Link, Stack, Text } from '@panel/ui';
import { waveLabel } from '@panel/resources/extension';
import { RunStatus } from './run-status.tsx';
import { toldDifferences } from './told-differences.ts';
import './extension.css';

/** What is shown of a change on many sites, whatever it changes. */
export type ShownPlan = Pick<ExtensionRun, 'state' | 'sites'>;
type Decision = { decision: PlanDecision; site_id?: string };
/** The mutation that carries out a decision. */
export type Decide = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  variables: Decision | undefined;
  mutate(decision: Decision): void;
};

/** @property linkOf where a site's name leads; nowhere for readers who have no page of it */
type Props = { run: ShownPlan; decide: Decide; linkOf: ((siteId: string) => string) | null };

/** The result for each site; of a plan by wave. */
export function RunSites({ run, ...more }: Props) {
  if (run.state === null) return <SiteList run={run} {...more} title={t('Sites')} sites={run.sites} />;
  const waves = [...new Set(run.sites.map(({ wave }) => wave))];
  return waves.map((wave) => (
    <SiteList
      key={wave}
      run={run}
      {...more}
      title={waveLabel(wave)}
      sites={run.sites.filter((site) => site.wave === wave)}
    />
  ));
}

const SiteList = ({ title, sites, ...more }: Props & { title: string; sites: readonly RunSite[] }) => (
  <Card title={title}>
    <ul className="extension-sites">
      {sites.map((site) => (
        <Row key={site.site_id} {...more} site={site} />
      ))}
    </ul>
  </Card>
);

function Row({ run, decide, linkOf, site }: Props & { site: RunSite }) {
  const { error, error_texts: texts, step } = site;
  const text = error === null ? step && told(step) : toldReason({ message: error, ...(texts && { texts }) });
  return (
    <li>
      <Stack gap={1}>
        {linkOf ? <Link to={linkOf(site.site_id)}>{site.fqdn}</Link> : <Text>{site.fqdn}</Text>}
        {text && (
          <Text size="s" tone={error === null ? 'muted' : 'danger'}>
            {text}
          </Text>
        )}
        {[...toldDifferences(site), ...(site.no_pictures ? [told(site.no_pictures)] : [])].map((each) => (
          <Text key={each} size="s" tone="muted">
            {each}
          </Text>
        ))}
      </Stack>
      <Inline gap={3}>
        <RunStatus site={site} />
        {run.state === 'running' && site.status === 'waiting' && <SkipButton decide={decide} site={site} />}
      </Inline>
    </li>
  );
}

function SkipButton({ decide, site: { site_id, fqdn } }: { decide: Decide; site: RunSite }) {
  return (
    <Button
      size="s"
      aria-label={t('Skip {fqdn}', { fqdn })}
      loading={decide.isPending && decide.variables?.site_id === site_id}
      onClick={() => decide.mutate({ decision: 'skip', site_id })}
    >
      {t('Skip')}
    </Button>
  );
}
