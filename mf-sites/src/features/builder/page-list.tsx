import { t } from '@panel/core';
import { useState } from 'react';
import type { BuilderContent, BuilderPage } from '@panel/core';
import { Badge, Button, ConfirmDialog, Menu, Stack, Text } from '@panel/ui';
import { cannotAddPage, cannotRemovePage } from '@panel/resources/site-builder';
import { movePage, newPage } from './page-actions.ts';
import { PageSettingsPanel } from './page-settings.panel.tsx';

type Props = {
  content: BuilderContent;
  current: string;
  onOpen: (id: string) => void;
  /** Gets a function of the newest pages: the editor of a page reports its last change when it is left. */
  onChange: (next: (pages: readonly BuilderPage[]) => BuilderPage[]) => void;
};

/** The pages of the site in the order of its menu. */
export function PageList({ content, current, onOpen, onChange }: Props) {
  const { pages } = content;
  const [settings, setSettings] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const edited = pages.find(({ id }) => id === settings);
  const removed = pages.find(({ id }) => id === removing);
  const add = () => {
    const page = newPage(content, t('New page'));
    onChange((before) => [...before, page]);
    onOpen(page.id);
    setSettings(page.id);
  };
  const remove = (id: string) => {
    const rest = pages.filter((page) => page.id !== id);
    onChange((before) => before.filter((page) => page.id !== id));
    if (id === current) onOpen(rest[0]?.id ?? '');
    setRemoving(null);
  };
  return (
    <Stack gap={3}>
      <ul className="builder-pages">
        {pages.map((page, i) => (
          <li key={page.id} data-current={page.id === current || undefined}>
            <button
              type="button"
              className="builder-page"
              aria-current={page.id === current ? 'page' : undefined}
              onClick={() => onOpen(page.id)}
            >
              <Text>{page.title}</Text> {i === 0 && <Badge>{t('Home')}</Badge>}
            </button>
            <Menu
              label={t('Actions for {title}', { title: page.title })}
              items={[
                { key: 'settings', label: t('Settings'), icon: 'settings', onSelect: () => setSettings(page.id) },
                ...(i > 0
                  ? [
                      {
                        key: 'up',
                        label: i === 1 ? t('Make it the home page') : t('Move up'),
                        icon: 'arrow-up' as const,
                        onSelect: () => onChange((before) => movePage(before, i, -1)),
                      },
                    ]
                  : []),
                ...(i < pages.length - 1
                  ? [
                      {
                        key: 'down',
                        label: t('Move down'),
                        icon: 'arrow-down' as const,
                        onSelect: () => onChange((before) => movePage(before, i, 1)),
                      },
                    ]
                  : []),
                {
                  key: 'remove',
                  label: t('Delete page'),
                  icon: 'trash',
                  danger: true,
                  separated: true,
                  disabledReason: cannotRemovePage(content),
                  onSelect: () => setRemoving(page.id),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <Button icon="plus" block onClick={add} disabledReason={cannotAddPage(content)}>
        {t('Add page')}
      </Button>
      {edited && (
        <PageSettingsPanel
          key={edited.id}
          page={edited}
          isHome={edited === pages[0]}
          taken={pages.flatMap(({ id, slug }) => (id === edited.id ? [] : [slug]))}
          onSave={(next) =>
            onChange((before) => before.map((page) => (page.id === edited.id ? { ...page, ...next } : page)))
          }
          onClose={() => setSettings(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          danger
          title={t('Delete {title}?', { title: removed.title })}
          confirmLabel={t('Delete page')}
          onConfirm={() => remove(removed.id)}
          onClose={() => setRemoving(null)}
        >
          {t('The page and its content are deleted from the draft. The live site keeps it until you publish.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
