import { t } from '@panel/core';
import { useState } from 'react';
import type { ExtensionKind, InstalledExtension } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, Dialog, Stack, Text } from '@panel/ui';
import { ACTION_LABELS, compareVersions, extensionPaths, useChangeExtensions } from '@panel/resources/extension';
import type { ItemAction } from './installed.actions.ts';
import { IN_WAVES, wavesInput, WavesChoiceField } from './waves-choice.tsx';

type Props = {
  kind: ExtensionKind;
  action: ItemAction;
  items: readonly InstalledExtension[];
  onClose: () => void;
};

const FOLLOWS: Readonly<Record<ItemAction, string>> = {
  activate: t('Each site is requested afterwards. Where it stops answering, the change is undone.'),
  deactivate: t('The files stay, so you can activate it again.'),
  update: t('Each site is requested afterwards. Where it stops answering, the earlier version is put back.'),
  delete: t('Its files are deleted from each site, and often its settings. This cannot be undone.'),
};

/** The sites that an update changes, by address. */
function outdatedSites(items: readonly InstalledExtension[]) {
  const outdated = items.flatMap(({ sites, update_version }) =>
    sites.filter(({ version }) => compareVersions(version, update_version ?? '') < 0),
  );
  return [...new Map(outdated.map(({ site_id, fqdn }) => [site_id, { site_id, fqdn }])).values()].toSorted((a, b) =>
    a.fqdn.localeCompare(b.fqdn),
  );
}

/** Says what happens on which sites, then starts the change and shows its progress. */
export function ExtensionChangeDialog({ kind, action, items, onClose }: Props) {
  const navigate = useNavigate();
  const { verb } = ACTION_LABELS[action];
  const start = useChangeExtensions(kind, (run) => void navigate(extensionPaths(kind).done(run)));
  const [order, setOrder] = useState(IN_WAVES);
  const sites = action === 'update' ? outdatedSites(items) : [];
  const [only] = items;
  const what = items.length === 1 && only ? only.name || only.slug : `${items.length} ${kind}s`;
  return (
    <Dialog
      open
      tone={action === 'delete' ? 'danger' : 'default'}
      title={`${verb} ${what}`}
      onClose={onClose}
      busy={start.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind={action === 'delete' ? 'danger' : 'primary'}
            loading={start.isPending}
            onClick={() =>
              start.mutate({ action, slugs: items.map(({ slug }) => slug), ...wavesInput(order, sites.length) })
            }
          >
            {verb}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text as="p">
          {action === 'update'
            ? t('On all sites that have an older version than your library:')
            : t('On all sites that have {count, plural, =1 {it} other {them}}:', { count: items.length })}
        </Text>
        <ul className="p-list">
          {items.map(({ slug, name, site_count, update_version }) => (
            <li key={slug}>
              {action === 'update'
                ? t('{name} to {version}', { name: name || slug, version: update_version ?? '' })
                : t('{name} ({count, plural, one {# site} other {# sites}})', {
                    name: name || slug,
                    count: site_count,
                  })}
            </li>
          ))}
        </ul>
        <Text as="p" tone="soft">
          {FOLLOWS[action]}
        </Text>
        <WavesChoiceField sites={sites} value={order} onChange={setOrder} />
        {start.isError && (
          <Banner kind="danger" live>
            {start.error.message}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}
