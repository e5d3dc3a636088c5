import { formatNumber, t, type DirectoryDetails, type ExtensionKind } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Disclosure,
  ErrorState,
  RelativeTime,
  ResourceName,
  SidePanel,
  Skeleton,
  Stack,
  Text,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { directoryItemQuery } from '@panel/resources/extension';
import { DirectoryRating } from './directory-rating.tsx';
import {
  addLabel,
  DirectoryWarnings,
  installsText,
  isInLibrary,
  needsText,
  type DirectoryActions,
} from './directory.columns.tsx';

type Props = {
  kind: ExtensionKind;
  slug: string;
  actions: DirectoryActions;
  isBusy: boolean;
  onClose: () => void;
};

/** What the directory says about one plugin or theme. */
export function DirectoryDetailsPanel({ kind, slug, actions, isBusy, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(directoryItemQuery(kind, slug));
  return (
    <SidePanel
      open
      title={data?.name ?? slug}
      onClose={onClose}
      footer={
        data && (
          <>
            {!isInLibrary(data) && (
              <Button loading={isBusy} onClick={() => actions.onAdd(slug)}>
                {addLabel(data)}
              </Button>
            )}
            <Button kind="primary" loading={isBusy} onClick={() => actions.onInstall(data)}>
              {isInLibrary(data) ? t('Install on sites') : t('Add and install on sites')}
            </Button>
          </>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} level={3} />}
      {!error && !data && <Skeleton kind="form" />}
      {data && <Details kind={kind} item={data} />}
    </SidePanel>
  );
}

function Details({ kind, item }: { kind: ExtensionKind; item: DirectoryDetails }) {
  const { author, version, updated_at, tags, downloaded, tested_wp, description, changelog } = item;
  return (
    <Stack gap={4}>
      <ResourceName icon={kind} picture={item.icon_url} title={item.name} detail={item.slug} />
      <Text as="p">{item.summary}</Text>
      <DirectoryWarnings item={item} />
      <DataList
        items={[
          { key: 'version', label: t('Version'), value: version },
          { key: 'author', label: t('Author'), value: author },
          {
            key: 'rating',
            label: t('Rating'),
            value: <DirectoryRating rating={item.rating} count={item.rating_count} />,
          },
          { key: 'installs', label: t('Active installs'), value: installsText(item) },
          { key: 'downloads', label: t('Downloads'), value: formatNumber(downloaded) },
          {
            key: 'tested',
            label: t('Tested up to'),
            value: tested_wp && t('WordPress {version}', { version: tested_wp }),
          },
          { key: 'needs', label: t('Needs'), value: needsText(item) },
          { key: 'updated', label: t('Updated'), value: updated_at && <RelativeTime at={updated_at} /> },
          { key: 'tags', label: t('Tags'), value: tags.join(', ') },
        ]}
      />
      {description && (
        <Text as="p" className="directory-text">
          {description}
        </Text>
      )}
      {changelog && (
        <Disclosure summary={t('What has changed')}>
          <Text as="p" className="directory-text">
            {changelog}
          </Text>
        </Disclosure>
      )}
    </Stack>
  );
}
