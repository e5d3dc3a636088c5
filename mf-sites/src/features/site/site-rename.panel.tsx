import { useId, useState } from 'react';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { notify, type Site } from '@panel/core';
import { Button, SidePanel, TaskProgress } from '@panel/ui';
import { ResourceForm } from '@panel/ui/data';
import { prefixOf, renamedFqdn, useRefreshSites, useRenameSite } from '@panel/resources/site';
import { useTaskEnd } from '@panel/resources/task';
import { NameField } from './name-field.tsx';
import { useNameCheck } from './use-name-check.ts';

const RenameInput = v.object({ name: SiteName });

type LiveProps = { site: Site; value: string; error?: string; onChange: (name: string) => void };

function LiveName({ site, value, error, onChange }: LiveProps) {
  const prefix = prefixOf(site);
  const check = useNameCheck(value, renamedFqdn(site, value), site.fqdn);
  return (
    <NameField
      label="Site Domain Name"
      value={value}
      error={error}
      check={value === prefix ? { state: 'empty' } : check}
      suffix={renamedFqdn(site, '')}
      onChange={onChange}
      autoFocusInDialog
    />
  );
}

/** Change Site Name (spec §2.5). The rename is a task: success is said when the site answers at its new address. */
export function SiteRenamePanel({ site, onClose }: { site: Site; onClose: () => void }) {
  const form = useId();
  const [dirty, setDirty] = useState(false);
  const rename = useRenameSite(site);
  const refresh = useRefreshSites();
  const { task, at } = useTaskEnd(rename.data?.task_id ?? site.task_id, (ended) => {
    void refresh();
    if (ended.kind !== 'site.rename' || ended.status !== 'succeeded') return;
    notify({ kind: 'success', title: 'Success', message: 'Site name changed successfully!' });
    onClose();
  });
  if (task) {
    return (
      <SidePanel open title="Change Site Name" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        <TaskProgress task={task} at={at} title={`Renaming ${prefixOf(site)}`} onRetry={() => rename.reset()} />
      </SidePanel>
    );
  }
  return (
    <SidePanel
      open
      title="Change Site Name"
      onClose={onClose}
      busy={rename.isPending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={rename.isPending ? 'Wait until it has been sent.' : null}>
            Cancel
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            loading={rename.isPending}
            disabledReason={dirty ? null : 'Enter a different name first.'}
          >
            Save
          </Button>
        </>
      }
    >
      <ResourceForm
        id={form}
        schema={RenameInput}
        initial={{ name: prefixOf(site) }}
        onSubmit={({ name }) => rename.mutateAsync(name)}
        onDirtyChange={setDirty}
        submitLabel="Save"
        hideButtons
      >
        {({ values, errors, set }) => (
          <LiveName site={site} value={values.name} error={errors['name']} onChange={(name) => set({ name })} />
        )}
      </ResourceForm>
    </SidePanel>
  );
}
