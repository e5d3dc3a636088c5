import { t } from '@panel/core';
import type { PlanDecision, RunSite } from '@panel/core';
import { Banner, Button, Card, Grid, Inline, Stack, Text } from '@panel/ui';
import type { Decide, ShownPlan } from './run-sites.tsx';
import { toldDifferences } from './told-differences.ts';
import './extension.css';

type Choice = { decision: PlanDecision; label: string; primary?: boolean };

const CHOICES: Readonly<Record<'review' | 'halted' | 'running', readonly Choice[]>> = {
  review: [
    { decision: 'continue', label: t('Looks right, continue'), primary: true },
    { decision: 'skip', label: t('Put back and continue') },
    { decision: 'stop', label: t('Put back and stop') },
  ],
  halted: [
    { decision: 'continue', label: t('Try again'), primary: true },
    { decision: 'skip', label: t('Skip and continue') },
    { decision: 'stop', label: t('Stop') },
  ],
  running: [{ decision: 'stop', label: t('Stop') }],
};

/** What people decide about a plan now, and what the decision is about. */
export function PlanDecisionCard({ run, decide }: { run: ShownPlan; decide: Decide }) {
  const { state, sites } = run;
  if (state !== 'review' && state !== 'halted' && state !== 'running') return null;
  return (
    <>
      {state === 'halted' && <Halted sites={sites} />}
      {state === 'review' && <Review sites={sites} />}
      {decide.isError && (
        <Banner kind="danger" live>
          {decide.error?.message}
        </Banner>
      )}
      <Inline gap={2}>
        {CHOICES[state].map(({ decision, label, primary }) => (
          <Button
            key={decision}
            kind={primary ? 'primary' : 'default'}
            loading={decide.isPending && decide.variables?.decision === decision}
            onClick={() => decide.mutate({ decision })}
          >
            {label}
          </Button>
        ))}
      </Inline>
    </>
  );
}

function Halted({ sites }: { sites: readonly RunSite[] }) {
  const failed = sites.filter(({ status }) => status === 'failed');
  return (
    <Banner kind="warning" live title={t('Paused: the change failed on a site')}>
      {t('The reason for {sites} is below. The waiting sites are unchanged.', {
        sites: failed.map(({ fqdn }) => fqdn).join(', '),
      })}
    </Banner>
  );
}

/** The pictures side by side: whether a difference is meant, only people know. */
function Review({ sites }: { sites: readonly RunSite[] }) {
  const different = sites.filter(({ status, differences }) => status === 'succeeded' && differences.length > 0);
  return (
    <>
      <Banner kind="warning" live title={t('Paused: please compare')}>
        {t(
          'The site answers, but it is not as it was. The waiting sites are unchanged. If you continue, we no longer ask about differences on the other sites.',
        )}
      </Banner>
      {different.map((site) => (
        <Card key={site.site_id} title={site.fqdn}>
          <Stack gap={3}>
            <ul className="p-list">
              {toldDifferences(site).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {site.pictures && (
              <Grid min="s">
                <Picture src={site.pictures.before} when="before" fqdn={site.fqdn} />
                <Picture src={site.pictures.after} when="after" fqdn={site.fqdn} />
              </Grid>
            )}
          </Stack>
        </Card>
      ))}
    </>
  );
}

const Picture = ({ src, when, fqdn }: { src: string; when: 'before' | 'after'; fqdn: string }) => (
  <figure className="extension-picture">
    <img
      src={src}
      alt={when === 'before' ? t('{fqdn} before the change', { fqdn }) : t('{fqdn} after the change', { fqdn })}
      width={640}
      height={400}
    />
    <figcaption>
      <Text size="s" tone="muted">
        {when === 'before' ? t('Before') : t('After')}
      </Text>
    </figcaption>
  </figure>
);
