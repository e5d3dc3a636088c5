import { t } from '@panel/core';
import { Card, Stack, Text } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { BuyLicense } from '../parts/buy-license.tsx';

/** Instead of a domain, for an account without a license that has a place left (spec §5). */
export const PremiumCard = ({ workload = { kind: 'site' } }: { workload?: Pick<Workload, 'kind'> }) => (
  <Card title={t('Upgrade to Premium')}>
    <Stack gap={3}>
      <Text as="p">
        {byKind(
          workload,
          t('A domain of your own needs an active paid license that has a site left. You have none at the moment.'),
          t(
            'A domain of your own needs an active paid license that has an application left. You have none at the moment.',
          ),
        )}
      </Text>
      <BuyLicense project={workload.kind === 'site' ? 'site' : 'app'} />
    </Stack>
  </Card>
);
