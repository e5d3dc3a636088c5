import { t, Trans } from '@panel/core';
import * as v from 'valibot';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import type { Site } from '@panel/core';
import { Banner, Checkbox, NewPasswordField } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField, useWatch } from '@panel/ui/form';
import { stagingFqdn, useCreateStaging } from '@panel/resources/staging';

const CreateInput = v.variant('protect', [
  v.object({ protect: v.literal(true), ...PasswordProtectionInput.entries }),
  v.object({ protect: v.literal(false), username: v.string(), password: v.string() }),
]);

type Props = { live: Site; onStarted: (taskId: string) => void; onClose: () => void };

/** Creates the staging environment, by default behind a password: a copy should not be found by search engines. */
export function StagingCreatePanel({ live, onStarted, onClose }: Props) {
  const create = useCreateStaging(live.site_id ?? '', onStarted);
  const form = useForm({
    schema: CreateInput,
    values: { protect: true, username: 'staging', password: '' },
    onSubmit: async ({ protect, username, password }) => {
      await create.mutateAsync(protect ? { username, password } : null);
      onClose();
    },
  });
  const password = useFormField(form, 'password');
  const protect = useWatch({ control: form.control, name: 'protect' });
  return (
    <FormPanel form={form} title={t('Create staging environment')} submitLabel={t('Create')} onClose={onClose}>
      <Banner kind="info">
        <Trans
          id="Files and database of {live} are copied to <0>{staging}</0>. The live site keeps answering and does not change. The copy sends no emails, its scheduled events do not run by themselves, and it does not count towards the sites of your plan."
          values={{ live: live.fqdn, staging: stagingFqdn(live.fqdn) }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </Banner>
      <FormField form={form} name="protect" label={t('Protection')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={t('Protect with a password')}
            help={t('Without it, anyone who knows the address can see the copy.')}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      {protect && (
        <>
          <FormField
            form={form}
            name="username"
            label={t('User name')}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordField
            {...password}
            required
            help={t(
              'At least 8 characters. Share it with the people who should have access. Don’t use your own password.',
            )}
          />
        </>
      )}
    </FormPanel>
  );
}
