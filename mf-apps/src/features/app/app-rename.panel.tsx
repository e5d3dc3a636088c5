import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { notify, t, Trans, type App } from '@panel/core';
import { Banner, Button, SidePanel, TaskProgress } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useRenameApp } from '@panel/resources/app';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';
import { prefixOfApp, renamedApp } from './app-name.ts';
import { isNameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';

const RenameInput = v.object({ name: SiteName });

/** Change App Name (spec §2.5). A task renames; it succeeds when the application answers at its new address. */
export function AppRenamePanel({ app, onClose }: { app: App; onClose: () => void }) {
  const rename = useRenameApp(app);
  const prefix = prefixOfApp(app);
  const form = useForm({
    schema: RenameInput,
    values: { name: prefix },
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: ({ name }) => rename.mutateAsync(renamedApp(app, name)),
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, renamedApp(app, field.value), { own: app.fqdn, kind: 'app' });
  const { task, at } = useTaskEnd(rename.data?.task_id ?? null, ({ status }) => {
    if (status !== 'succeeded') return;
    notify({ kind: 'success', title: t('Success'), message: t('The application has its new name.') });
    onClose();
  });
  const cancel = useTaskCancel(task);
  if (task)
    return (
      <SidePanel
        open
        title={t('Change App Name')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <TaskProgress
          task={task}
          at={at}
          title={t('Renaming {name}', { name: prefix })}
          onRetry={() => rename.reset()}
          {...cancel}
        />
      </SidePanel>
    );
  return (
    <FormPanel
      form={form}
      title={t('Change App Name')}
      submitLabel={t('Save')}
      submitDisabledReason={field.value === prefix ? t('Enter a different name first.') : null}
      onClose={onClose}
    >
      <Banner kind="warning">
        <Trans
          id="<0>{fqdn}</0> stops answering once the application has its new name. Links to it no longer work."
          values={{ fqdn: app.fqdn }}
          parts={[(piece) => <strong>{piece}</strong>]}
        />
      </Banner>
      <NameField label={t('App Domain Name')} {...field} check={check} suffix={renamedApp(app, '')} autoFocusInDialog />
    </FormPanel>
  );
}
