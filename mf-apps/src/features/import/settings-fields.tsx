import { t } from '@panel/core';
import { Card, Stack } from '@panel/ui';
import { FormField, type FormState } from '@panel/ui/form';

type Fields = { root_folder: string; build_command: string; output_folder: string; start_command: string };
type Props<I extends Fields> = { form: FormState<I, unknown>; kind: 'whole' | 'frontend' | 'backend' };

/** How one part is built. Every field can stay empty. */
export function SettingsFields<I extends Fields>({ form, kind }: Props<I>) {
  // A generic form has the names of this one, which its type does not say.
  const own = form as unknown as FormState<Fields, unknown>;
  const field = { form: own, autoComplete: 'off', spellCheck: false } as const;
  return (
    <Card title={t('Build')}>
      <Stack gap={4}>
        <FormField
          {...field}
          name="root_folder"
          label={t('Root folder')}
          help={t('Where the application is in the repository, such as apps/web. Empty for the repository itself.')}
        />
        <FormField
          {...field}
          name="build_command"
          label={t('Build command')}
          help={t('Recognized in the code if empty.')}
        />
        {kind !== 'backend' && (
          <FormField
            {...field}
            name="output_folder"
            label={t('Output folder')}
            help={t('Recognized in the code if empty.')}
          />
        )}
        {kind !== 'frontend' && (
          <FormField
            {...field}
            name="start_command"
            label={t('Start command')}
            help={t('Only for a server. Recognized in the code if empty.')}
          />
        )}
      </Stack>
    </Card>
  );
}
