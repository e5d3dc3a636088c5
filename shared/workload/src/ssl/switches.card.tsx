import { t, type Ssl } from '@panel/core';
import { Banner, Card, Stack, Switch } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { cannotForceHttps, cannotUseHsts, useUpdateSsl } from '@panel/resources/ssl';

const FORCE_HELP = t('Visitors who open an http address are sent to the https address of the same page.');
const HSTS_HELP = t(
  'Browsers that were here once use only https for a year, even after you switch this off. Switch it on when everything works.',
);

/** What visitors without encryption get. */
export function SwitchesCard({ workload, ssl }: { workload: Workload; ssl: Ssl }) {
  const update = useUpdateSsl(workload.id);
  const { force_https, hsts } = ssl;
  const expected = { force_https, hsts };
  const forceReason = cannotForceHttps(ssl);
  const hstsReason = cannotUseHsts(ssl);
  return (
    <Card title={t('Visitors')}>
      <Stack gap={3}>
        <Switch
          label={t('Redirect to HTTPS')}
          help={forceReason ?? FORCE_HELP}
          checked={force_https}
          disabled={forceReason !== null || update.isPending}
          onChange={(on) => update.mutate({ force_https: on, hsts: on && hsts, expected })}
        />
        <Switch
          label={t('Let browsers remember it (HSTS)')}
          help={hstsReason ?? HSTS_HELP}
          checked={hsts}
          disabled={hstsReason !== null || update.isPending}
          onChange={(on) => update.mutate({ force_https, hsts: on, expected })}
        />
        {update.isError && (
          <Banner kind="danger" live>
            {update.error.message}
          </Banner>
        )}
      </Stack>
    </Card>
  );
}
