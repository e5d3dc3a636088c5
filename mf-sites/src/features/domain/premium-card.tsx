import { Card, Stack, Text } from '@panel/ui';
import { BuyLicense } from '../license/buy-license.tsx';

/** Instead of a domain, for an account without a license that has a site left (spec §5). */
export const PremiumCard = () => (
  <Card title="Upgrade to Premium">
    <Stack gap={3}>
      <Text as="p">
        A domain of your own needs an active paid license that has a site left. You have none at the moment.
      </Text>
      <BuyLicense />
    </Stack>
  </Card>
);
