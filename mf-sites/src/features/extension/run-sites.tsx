import { t, told } from '@panel/core';
import type { ExtensionRun, RunSite } from '@panel/core';
import { Button, Card, Inline, Link, Stack, Text } from '@panel/ui';
import { useDecidePlan, waveLabel } from '@panel/resources/extension';
import { overviewPath } from '@panel/resources/site';
import { RunStatus } from './run-status.tsx';
import './extension.css';

/** The result for each site; of a plan by wave. */
export function RunSites({ run }: { run: ExtensionRun }) {
  if (run.state === null) return <SiteList run={run} title={t('Sites')} sites={run.sites} />;
  const waves = [...new Set(run.sites.map(({ wave }) => wave))];
  return waves.map((wave) => (
    <SiteList key={wave} run={run} title={waveLabel(wave)} sites={run.sites.filter((site) => site.wave === wave)} />
  ));
}

const SiteList = ({ run, title, sites }: { run: ExtensionRun; title: string; sites: readonly RunSite[] }) => (
  <Card title={title}>
    <ul className="extension-sites">
      {sites.map((site) => (
        <Row key={site.site_id} run={run} site={site} />
      ))}
    </ul>
  </Card>
);

function Row({ run, site }: { run: ExtensionRun; site: RunSite }) {
  const text = site.error ?? site.step;
  return (
    <li>
      <Stack gap={1}>
        <Link to={overviewPath(site.site_id)}>{site.fqdn}</Link>
        {text && (
          <Text size="s" tone={site.error ? 'danger' : 'muted'}>
            {told(text)}
          </Text>
        )}
        {[...site.differences, ...(site.no_pictures ? [site.no_pictures] : [])].map((each) => (
          <Text key={each} size="s" tone="muted">
            {told(each)}
          </Text>
        ))}
      </Stack>
      <Inline gap={3}>
        <RunStatus site={site} />
        {run.state === 'running' && site.status === 'waiting' && <SkipButton run={run} site={site} />}
      </Inline>
    </li>
  );
}

function SkipButton({ run, site: { site_id, fqdn } }: { run: ExtensionRun; site: RunSite }) {
  const decide = useDecidePlan(run);
  return (
    <Button
      size="s"
      aria-label={t('Skip {fqdn}', { fqdn })}
      loading={decide.isPending}
      onClick={() => decide.mutate({ decision: 'skip', site_id })}
    >
      {t('Skip')}
    </Button>
  );
}
