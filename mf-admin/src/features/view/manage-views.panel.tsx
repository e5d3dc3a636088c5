import { useState } from 'react';
import type { SavedView, ViewState } from '@panel/contract';
import { ViewCreateInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Badge, ConfirmDialog, Inline, Menu, SidePanel, Stack, Text, type MenuItem } from '@panel/ui';
import { RenamePanel } from '@panel/ui/form';
import { sameView, useChangeView, useRemoveView } from '@panel/resources/view';

type Props = {
  views: readonly SavedView[];
  /** What the list shows now. */
  state: ViewState;
  onClose: () => void;
};

const Name = ViewCreateInput.entries.name;

function RemoveView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useRemoveView(onClose);
  return (
    <ConfirmDialog
      title={t('Delete the view {name}', { name: view.name })}
      confirmLabel={t('Delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(view.id)}
      onClose={onClose}
    >
      {t('Nothing that it shows is deleted.')}
    </ConfirmDialog>
  );
}

function RenameView({ view: { id, name }, onClose }: { view: SavedView; onClose: () => void }) {
  const change = useChangeView();
  return (
    <RenamePanel
      title={t('Rename the view')}
      name={name}
      schema={Name}
      onRename={({ name: next }) => change.mutateAsync({ id, name: next })}
      onClose={onClose}
    />
  );
}

/** The saved views of a list: rename, overwrite, delete, begin with one. */
export function ManageViewsPanel({ views, state, onClose }: Props) {
  const change = useChangeView('notice');
  const [renamed, setRenamed] = useState<SavedView>();
  const [removed, setRemoved] = useState<SavedView>();
  if (renamed) return <RenameView view={renamed} onClose={() => setRenamed(undefined)} />;
  if (removed) return <RemoveView view={removed} onClose={() => setRemoved(undefined)} />;
  const itemsOf = (view: SavedView): readonly MenuItem[] => [
    {
      key: 'default',
      label: view.is_default ? t('Don’t begin with this view') : t('Begin with this view'),
      icon: 'check',
      call: 'view.change',
      onSelect: () => change.mutate({ id: view.id, is_default: !view.is_default }),
    },
    {
      key: 'overwrite',
      label: t('Save what the list shows now'),
      icon: 'refresh',
      call: 'view.change',
      disabledReason: sameView(view.state, state) ? t('It shows that already.') : null,
      onSelect: () => change.mutate({ id: view.id, state }),
    },
    {
      key: 'rename',
      label: t('Rename'),
      icon: 'edit',
      call: 'view.change',
      onSelect: () => setRenamed(view),
    },
    {
      key: 'remove',
      label: t('Delete'),
      icon: 'trash',
      call: 'view.remove',
      danger: true,
      separated: true,
      onSelect: () => setRemoved(view),
    },
  ];
  return (
    <SidePanel open title={t('Change views')} onClose={onClose}>
      <Stack as="ul" gap={3}>
        {views.map((view) => (
          <Inline as="li" key={view.id} justify="between" gap={2}>
            <Inline gap={2}>
              <Text weight="medium">{view.name}</Text>
              {view.is_default && <Badge>{t('Default')}</Badge>}
            </Inline>
            <Menu label={t('Actions for {name}', { name: view.name })} items={itemsOf(view)} />
          </Inline>
        ))}
      </Stack>
      {views.length === 0 && <Text tone="muted">{t('There are no views.')}</Text>}
    </SidePanel>
  );
}
