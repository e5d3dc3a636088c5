import { useRef, type ChangeEvent } from 'react';
import { paletteOf } from '@panel/brand/colors';
import { BRAND_IMAGE_MAX_BYTES } from '@panel/contract/schemas';
import { notify, type BrandImage, t } from '@panel/core';
import { Button, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { useFormField } from '@panel/ui/form';
import { useUploadImage } from '@panel/resources/partner';
import { colorsOf, type BrandFormState } from './branding.form.ts';
import { useHardToSee } from './logo-visibility.ts';

const ENDINGS = '.png,.svg,.webp,image/png,image/svg+xml,image/webp';
const ICON_ENDINGS = `${ENDINGS},.ico,image/x-icon,image/vnd.microsoft.icon`;

type Props = { form: BrandFormState; name: BrandImage; label: string; help: string };

/** One image of the brand: keep it, replace it from a file, or remove it. */
export function BrandImageField({ form, name, label, help }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const upload = useUploadImage(name);
  const { value: address, onChange, error } = useFormField(form, name);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    if (!chosen) return;
    if (chosen.size > BRAND_IMAGE_MAX_BYTES) {
      notify({
        kind: 'error',
        title: t('We couldn’t use this image'),
        message: t('The file is {size}. The limit is {limit}.', {
          size: formatBytes(chosen.size),
          limit: formatBytes(BRAND_IMAGE_MAX_BYTES),
        }),
      });
      return;
    }
    upload.mutate(chosen, { onSuccess: onChange });
  };
  // Logos are always shown on the header's color.
  const ground = name === 'favicon' ? undefined : paletteOf(colorsOf(form.watch()), 'light').headerBg;
  const isFaint = useHardToSee(address, ground);
  return (
    <div role="group" aria-label={label} className="brand-image">
      <div
        className={`brand-image-box brand-image-${name}`}
        style={address && ground ? { background: ground } : undefined}
      >
        {address ? (
          <img src={address} alt={t('{label} now', { label })} />
        ) : (
          <Text size="s" tone="muted">
            {t('None')}
          </Text>
        )}
      </div>
      <Stack gap={2}>
        <Text size="s">
          <strong>{label}</strong> <Text tone="muted">{help}</Text>
        </Text>
        <Inline gap={2}>
          <Button
            size="s"
            icon="upload"
            loading={upload.isPending}
            onClick={() => file.current?.click()}
            aria-label={`${address ? t('Replace') : t('Choose a file')}: ${label}`}
          >
            {address ? t('Replace') : t('Choose a file')}
          </Button>
          {address && (
            <Button size="s" onClick={() => onChange('')} aria-label={t('Remove: {label}', { label })}>
              {t('Remove')}
            </Button>
          )}
        </Inline>
        <input
          ref={file}
          type="file"
          // A screen reader would read it as a second button.
          hidden
          aria-label={t('File: {label}', { label })}
          accept={name === 'favicon' ? ICON_ENDINGS : ENDINGS}
          onChange={choose}
        />
        {isFaint && (
          <Text as="p" size="s" tone="warning">
            {t(
              'Much of this image is hard to see on the header’s color. Use a darker or lighter version, or another color.',
            )}
          </Text>
        )}
        {error && (
          <Text size="s" tone="danger">
            {error}
          </Text>
        )}
      </Stack>
    </div>
  );
}
