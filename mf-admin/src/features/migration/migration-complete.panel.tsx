import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { Id } from '@panel/contract/schemas';
import type { Migration } from '@panel/core';
import { Select, Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useMoveMigration } from '@panel/resources/migration';
import { customerSitesQuery } from '@panel/resources/site';

const Chosen = v.object({ site_id: v.pipe(v.string(), v.nonEmpty('Choose the site.'), Id) });

/** The copy of the site is complete: names the site that has it. */
export function MigrationCompletePanel({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const { data: sites } = useSuspenseQuery(customerSitesQuery(migration.customer_id));
  const move = useMoveMigration(migration, onClose);
  const form = useForm({
    schema: Chosen,
    values: { site_id: migration.site_id ?? '' },
    guard: false,
    onSubmit: ({ site_id }) => move.mutateAsync({ status: 'completed', site_id }),
  });
  return (
    <FormPanel
      form={form}
      title="Set to completed"
      submitLabel="Set to completed"
      submitDisabledReason={sites.length === 0 ? 'The customer has no site that is ready.' : null}
      onClose={onClose}
    >
      <Text as="p">First we check that the site answers.</Text>
      <FormField form={form} name="site_id" label="Site with the copy" required>
        {(input) => <Select {...input} placeholder="Choose a site" options={sites} />}
      </FormField>
    </FormPanel>
  );
}
