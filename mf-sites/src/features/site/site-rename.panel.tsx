import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { notify, type Site, t, Trans } from '@panel/core';
import { Banner, Button, SidePanel, TaskProgress } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { isNameRefusal, prefixOf, renamedFqdn, useRenameSite } from '@panel/resources/site';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';
import { NameField, useNameCheck } from '@panel/workload/name';

const RenameInput = v.object({ name: SiteName });

/** Change Site Name (spec §2.5). The rename is a task that succeeds when the site answers at its new address. */
export function SiteRenamePanel({ site, onClose }: { site: Site; onClose: () => void }) {
  const rename = useRenameSite(site);
  const prefix = prefixOf(site);
  const form = useForm({
    schema: RenameInput,
    values: { name: prefix },
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: ({ name }) => rename.mutateAsync(name),
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, renamedFqdn(site, field.value), { own: site.fqdn });
  const { task, at } = useTaskEnd(rename.data?.task_id ?? site.task_id, (ended) => {
    if (ended.kind !== 'site.rename' || ended.status !== 'succeeded') return;
    notify({ kind: 'success', title: t('Success'), message: t('Site name changed successfully!') });
    onClose();
  });
  const cancel = useTaskCancel(task);
  if (task) {
    return (
      <SidePanel
        open
        title={t('Change Site Name')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <TaskProgress
          task={task}
          at={at}
          title={t('Renaming {prefix}', { prefix })}
          onRetry={() => rename.reset()}
          {...cancel}
        />
      </SidePanel>
    );
  }
  const isSame = field.value === prefix;
  return (
    <FormPanel
      form={form}
      title={t('Change Site Name')}
      submitLabel={t('Save')}
      submitDisabledReason={isSame ? t('Enter a different name first.') : null}
      onClose={onClose}
    >
      <Banner kind="warning">
        <Trans
          id="<0>{fqdn}</0> stops answering once the site has its new name. Links to it no longer work."
          values={{ fqdn: site.fqdn }}
          parts={[(piece) => <strong>{piece}</strong>]}
        />
      </Banner>
      <NameField
        {...field}
        label={t('Site Domain Name')}
        check={isSame ? { state: 'empty' } : check}
        suffix={renamedFqdn(site, '')}
        autoFocusInDialog
      />
    </FormPanel>
  );
}
