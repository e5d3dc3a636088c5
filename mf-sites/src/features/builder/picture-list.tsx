import { t } from '@panel/core';
import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BUILDER_PICTURE_MAX_BYTES, BUILDER_PICTURES } from '@panel/contract/schemas';
import { Banner, Button, EmptyState, IconButton, Skeleton, Stack, Text, formatBytes } from '@panel/ui';
import { builderFilePath, builderPicturesQuery, useAddPicture, useRemovePicture } from '@panel/resources/site-builder';

type Props = {
  siteId: string;
  /** Uses a picture; without it there is none to choose. */
  onChoose?: (picture: { src: string; title: string }) => void;
};

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml';

/** The uploaded pictures of the site: upload, choose, delete. */
export function PictureList({ siteId, onChoose }: Props) {
  const { data, error, refetch } = useQuery(builderPicturesQuery(siteId));
  const add = useAddPicture(siteId);
  const remove = useRemovePicture(siteId);
  const [refused, setRefused] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const problem = refused ?? add.error?.message ?? remove.error?.message;
  const upload = (chosen: File | undefined) => {
    remove.reset();
    add.reset();
    const isTooLarge = chosen && chosen.size > BUILDER_PICTURE_MAX_BYTES;
    setRefused(
      isTooLarge
        ? t('The picture is {size}. The limit is {limit}.', {
            size: formatBytes(chosen.size),
            limit: formatBytes(BUILDER_PICTURE_MAX_BYTES),
          })
        : null,
    );
    if (chosen && !isTooLarge) add.mutate(chosen);
  };
  return (
    <Stack gap={3}>
      <Button icon="upload" block loading={add.isPending} onClick={() => file.current?.click()}>
        {t('Upload picture')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('Picture')}
        accept={ACCEPTED}
        onChange={(event) => {
          upload(event.target.files?.[0]);
          // Allows the same file to be chosen again after a fix.
          event.target.value = '';
        }}
      />
      {problem && (
        <Banner kind="danger" live>
          {problem}
        </Banner>
      )}
      {error && !data && (
        <Banner kind="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('We couldn’t read your pictures. {message}', { message: error.message })}
        </Banner>
      )}
      {!data && !error && <Skeleton kind="cards" rows={2} />}
      {data?.length === 0 && (
        <EmptyState
          icon="upload"
          level={3}
          title={t('No pictures yet')}
          text={t('Upload a PNG, JPEG, GIF, WebP or SVG of up to 5 MB.')}
        />
      )}
      <ul className="builder-pictures">
        {data?.map(({ name, title, bytes }) => {
          const src = BUILDER_PICTURES + name;
          const picture = <img src={builderFilePath(siteId, src)} alt={title} loading="lazy" />;
          return (
            <li key={name}>
              {onChoose ? (
                <button type="button" aria-label={t('Use {title}', { title })} onClick={() => onChoose({ src, title })}>
                  {picture}
                </button>
              ) : (
                picture
              )}
              <span className="builder-picture-foot">
                <Text size="s">{title}</Text>
                <Text size="s" tone="muted">
                  {formatBytes(bytes)}
                </Text>
                <IconButton
                  icon="trash"
                  size="s"
                  label={t('Delete {title}', { title })}
                  onClick={() => {
                    setRefused(null);
                    add.reset();
                    remove.mutate(name);
                  }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
