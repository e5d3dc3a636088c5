import { t, type FileItem } from '@panel/core';
import { Banner, Button, Dialog, Stack, Text } from '@panel/ui';
import { joinPath, shownName, useUnzipFile } from '@panel/resources/file';

type Props = { id: string; folder: string; item: FileItem; onClose: () => void };

/** Unpacks a zip into the open folder. When names are taken there, nothing is unpacked until somebody says what becomes of them. */
export function FileUnzipDialog({ id, folder, item, onClose }: Props) {
  const unzip = useUnzipFile(id, onClose);
  const start = (taken: 'ask' | 'replace' | 'keep' | 'skip') =>
    unzip.mutate({ path: joinPath(folder, item.name), folder, taken });
  const asked = unzip.data && !unzip.data.unpacked ? unzip.data : null;
  const button = (
    taken: 'ask' | 'replace' | 'keep' | 'skip',
    label: string,
    kind: 'default' | 'primary' | 'danger',
  ) => (
    <Button kind={kind} call="file.unzip" loading={unzip.isPending} onClick={() => start(taken)}>
      {label}
    </Button>
  );
  return (
    <Dialog
      open
      title={t('Unpack {name}?', { name: shownName(item.name) })}
      busy={unzip.isPending}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {asked ? (
            <>
              {button('skip', t('Skip'), 'default')}
              {button('keep', t('Keep both'), 'default')}
              {button('replace', t('Replace'), 'danger')}
            </>
          ) : (
            button('ask', t('Unpack'), 'primary')
          )}
        </>
      }
    >
      <Stack gap={3}>
        {unzip.error && (
          <Banner kind="danger" live>
            {unzip.error.message}
          </Banner>
        )}
        {asked ? (
          <>
            <Text as="p">
              {t(
                '{count, plural, one {# file of this name is} other {# files of these names are}} already there. Nothing was unpacked yet.',
                { count: asked.taken_count },
              )}
            </Text>
            <ul>
              {asked.taken.map((name) => (
                <li key={name} className="p-break">
                  <bdi>{shownName(name)}</bdi>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Text as="p">{t('Its files are unpacked into the open folder.')}</Text>
        )}
      </Stack>
    </Dialog>
  );
}
