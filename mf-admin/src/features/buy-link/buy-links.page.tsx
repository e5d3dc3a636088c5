import { useSuspenseQuery } from '@tanstack/react-query';
import { BUY_LINK_PLANS, BuyLinkSettings } from '@panel/contract/schemas';
import { queryClient, t } from '@panel/core';
import { Card, Page, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { buyLinkSettingsQuery, useSaveBuyLinks } from '@panel/resources/payment';

export const prefetch = () => queryClient.prefetchQuery(buyLinkSettingsQuery);

/** /admin/buy-links: where the partner sells plans that customers cannot buy with a card in the panel. */
export function Component() {
  const { data: links } = useSuspenseQuery(buyLinkSettingsQuery);
  const save = useSaveBuyLinks();
  const form = useForm({
    schema: BuyLinkSettings,
    values: links,
    saved: links,
    onSubmit: (input, expected) => save.mutateAsync({ ...input, expected }),
  });
  return (
    <Page title={t('Buy links')} subtitle={t('Your own shop for each plan.')} width="form">
      <Card title={t('Links')}>
        <Form form={form} submitLabel={t('Save')} call="payment.saveBuyLinks">
          <Text as="p" tone="soft">
            {t(
              'A customer who chooses a plan that has no price here is led to its link, with the plan and their email. Without a link, the customer is asked to contact you.',
            )}
          </Text>
          {BUY_LINK_PLANS.map((plan) => (
            <FormField
              key={plan}
              form={form}
              name={plan}
              label={t('{plan} plan', { plan })}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={t('https://')}
              optional
            />
          ))}
        </Form>
      </Card>
    </Page>
  );
}
