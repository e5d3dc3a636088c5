import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { SavedView, ViewList } from '@panel/contract';
import { firstPage, type ListDefaults, type ListState } from '@panel/contract/reads';
import { notify, t } from '@panel/core';
import { Button, Menu } from '@panel/ui';
import { sameView, viewIn, viewListQuery, viewStateOf } from '@panel/resources/view';
import { ManageViewsPanel } from './manage-views.panel.tsx';
import { SaveViewPanel } from './save-view.panel.tsx';

export type ViewsMenuProps<C extends string> = {
  list: ViewList;
  defaults: ListDefaults<C>;
  state: ListState<C>;
  change: (next: Partial<ListState<C>>, options?: { replace?: boolean }) => void;
};

/** Shows a view, and says when the list no longer has one of its filters. */
function useShowView<C extends string>({ defaults, change }: Pick<ViewsMenuProps<C>, 'defaults' | 'change'>) {
  return (view: SavedView, options?: { replace?: boolean }) => {
    const { state, leftOut } = viewIn(view.state, defaults);
    change(state, options);
    if (leftOut > 0)
      notify({
        kind: 'info',
        title: t('A part of the view was left out'),
        message: t(
          '{count, plural, one {# filter of {name} no longer exists.} other {# filters of {name} no longer exist.}}',
          { count: leftOut, name: view.name },
        ),
      });
  };
}

/** The list begins with the user's default view, unless its address says what it shows. */
function useDefaultView(
  views: readonly SavedView[] | undefined,
  isBare: boolean,
  show: (view: SavedView, options: { replace: boolean }) => void,
) {
  const open = useRef(isBare);
  useEffect(() => {
    if (!views) return;
    const first = views.find(({ is_default }) => is_default);
    const isOpen = open.current;
    open.current = false;
    if (isOpen && isBare && first) show(first, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the views are there
  }, [views]);
}

/** The saved views of a list: choose one, save what it shows now, change them. */
export function ViewsMenu<C extends string>({ list, defaults, state, change }: ViewsMenuProps<C>) {
  const { data } = useQuery(viewListQuery(list));
  const [panel, setPanel] = useState<'save' | 'manage'>();
  const show = useShowView({ defaults, change });
  const now = viewStateOf(state);
  const isBare = state.pageIndex === 0 && sameView(now, viewStateOf(firstPage(defaults)));
  useDefaultView(data?.views, isBare, show);
  const views = data?.views ?? [];
  const close = () => setPanel(undefined);
  return (
    <>
      <Menu
        label={t('Views')}
        trigger={(trigger) => (
          <Button {...trigger} icon="eye" iconEnd="chevron-down">
            {t('Views')}
          </Button>
        )}
        items={[
          ...views.map((view) => ({
            key: view.id,
            label: view.is_default ? t('{name} (default)', { name: view.name }) : view.name,
            checked: sameView(now, viewStateOf(viewIn(view.state, defaults).state)),
            onSelect: () => show(view),
          })),
          {
            key: 'save',
            label: t('Save this view'),
            icon: 'plus' as const,
            call: 'view.create' as const,
            separated: views.length > 0,
            onSelect: () => setPanel('save'),
          },
          ...(views.length > 0
            ? [{ key: 'manage', label: t('Change views'), icon: 'edit' as const, onSelect: () => setPanel('manage') }]
            : []),
        ]}
      />
      {panel === 'save' && <SaveViewPanel list={list} state={now} onClose={close} />}
      {panel === 'manage' && <ManageViewsPanel views={views} state={now} onClose={close} />}
    </>
  );
}
