import { t } from '@panel/core';
import { Button, Stack, Text } from '@panel/ui';
import { useBuyLink } from '@panel/resources/payment';

/** A plan that is not sold in the panel: the partner's own link to it, or whom to ask (spec §8). */
export function BuyElsewhere({ plan, name }: { plan: string; name: string }) {
  const link = useBuyLink();
  return (
    <Stack gap={2}>
      <div>
        <Button iconEnd="external" loading={link.isPending} onClick={() => link.mutate(plan)}>
          {t('Choose {name}', { name })}
        </Button>
      </div>
      {(link.error || link.data === false) && (
        <Text as="p" size="s" tone="warning">
          {link.error?.message ?? t('Please contact with your account admin to set upgrade link for this plan!')}
        </Text>
      )}
    </Stack>
  );
}
