import * as v from 'valibot';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { FormPanel, useForm } from '@panel/ui/form';
import { useProtectWorkload, type Workload } from '@panel/resources/workload';
import { ProtectionFields } from './protection.fields.tsx';

const Shown = v.nullable(v.object({ username: v.string() }));

type Props = { workload: Workload; username: string; onClose: () => void };

export function ProtectionPanel({ workload, username, onClose }: Props) {
  const protect = useProtectWorkload(workload);
  const form = useForm({
    schema: PasswordProtectionInput,
    values: { username, password: '' },
    saved: { username },
    savedOf: ({ password_protection }) => ({ username: v.parse(Shown, password_protection)?.username ?? '' }),
    onSubmit: async (password_protection, { username: before = '' }) => {
      await protect.mutateAsync({ password_protection, expected: before ? { username: before } : null });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Password protection')} submitLabel={t('Save')} onClose={onClose}>
      <ProtectionFields form={form} />
    </FormPanel>
  );
}
