import { t } from '@panel/core';
import type { BuilderPage } from '@panel/core';
import { builderPageFile } from '@panel/contract/schemas';
import { Button, Field, Inline, SegmentedControl, Select, Stack, Text, TextInput } from '@panel/ui';
import type { Selected } from './canvas-editor.ts';

type Props = {
  selected: Selected | null;
  pages: readonly BuilderPage[];
  onStyle: (style: Record<string, string>) => void;
  onAttributes: (attributes: Record<string, string>) => void;
  onPickPicture: () => void;
  onCopy: () => void;
  onParent: () => void;
  onRemove: () => void;
};

const SIZES = [
  { value: '', label: t('Standard') },
  { value: '0.875rem', label: t('Small') },
  { value: '1.25rem', label: t('Large') },
  { value: '2rem', label: t('Very large') },
  { value: '3rem', label: t('Huge') },
];
const SPACES = [
  { value: '', label: t('Standard') },
  { value: '0', label: t('None') },
  { value: '1rem', label: t('Small') },
  { value: '3rem', label: t('Medium') },
  { value: '6rem', label: t('Large') },
];
const ALIGNMENTS = [
  { value: 'left', label: t('Left') },
  { value: 'center', label: t('Center') },
  { value: 'right', label: t('Right') },
] as const;
type Alignment = (typeof ALIGNMENTS)[number]['value'];
const COLOR = /^#[\da-f]{6}$/i;

/** `rgb(1, 2, 3)`, as browsers write colours, for an input of colours. */
function hexOf(color: string | undefined): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color ?? '')?.slice(1);
  if (parts) return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  return COLOR.test(color ?? '') ? (color ?? '') : '';
}

function ColorField({ label, value, onChange }: { label: string; value: string; onChange: (color: string) => void }) {
  return (
    <Field
      label={label}
      help={value ? undefined : t('Standard')}
      aside={
        value && (
          <Button kind="text" size="s" onClick={() => onChange('')}>
            {t('Reset')}
          </Button>
        )
      }
    >
      <TextInput type="color" className="builder-color" value={value || '#808080'} onChange={onChange} />
    </Field>
  );
}

/** Where a link leads: to a page of the site, or to an address. */
function LinkFields({
  href,
  pages,
  onChange,
}: {
  href: string;
  pages: Props['pages'];
  onChange: (href: string) => void;
}) {
  const files = pages.map((page, i) => ({ value: builderPageFile(page, i), label: page.title }));
  const isPage = files.some(({ value }) => value === href);
  return (
    <>
      <Field label={t('Link to')}>
        <Select
          value={isPage ? href : ''}
          onChange={(file) => onChange(file || 'https://')}
          options={[...files, { value: '', label: t('Another address') }]}
        />
      </Field>
      {!isPage && (
        <Field label={t('Address')} help={t('For example https://example.com, mailto:you@example.com or tel:+123.')}>
          <TextInput value={href} onChange={onChange} spellCheck={false} />
        </Field>
      )}
    </>
  );
}

/** What can be changed of the selected part. */
export function StylePanel(props: Props) {
  const { selected, pages, onStyle, onAttributes, onPickPicture, onCopy, onParent, onRemove } = props;
  if (!selected)
    return (
      <Text as="p" tone="muted">
        {t('Select a part of the page to change it. Double-click a text to write.')}
      </Text>
    );
  const { kind, label, style, attributes } = selected;
  return (
    <Stack gap={4}>
      <Text as="p" weight="strong">
        {label}
      </Text>
      {kind === 'menu' && (
        <Text as="p" size="s" tone="muted">
          {t('The menu shows the pages of your site. Change them under Pages.')}
        </Text>
      )}
      {kind === 'picture' && (
        <>
          <Button icon="upload" block onClick={onPickPicture}>
            {t('Choose picture')}
          </Button>
          <Field label={t('Description')} help={t('Describes the picture for people who can’t see it.')}>
            <TextInput value={attributes['alt'] ?? ''} onChange={(alt) => onAttributes({ alt })} maxLength={200} />
          </Field>
        </>
      )}
      {kind === 'link' && (
        <LinkFields href={attributes['href'] ?? ''} pages={pages} onChange={(href) => onAttributes({ href })} />
      )}
      {kind !== 'picture' && (
        <>
          <SegmentedControl
            label={t('Alignment')}
            segments={ALIGNMENTS}
            value={(style['text-align'] ?? '') as Alignment}
            onChange={(value) => onStyle({ 'text-align': value })}
          />
          <Field label={t('Text size')}>
            <Select
              value={style['font-size'] ?? ''}
              onChange={(size) => onStyle({ 'font-size': size })}
              options={SIZES}
            />
          </Field>
          <ColorField label={t('Text color')} value={hexOf(style['color'])} onChange={(color) => onStyle({ color })} />
          <ColorField
            label={t('Background')}
            value={hexOf(style['background-color'])}
            onChange={(color) => onStyle({ 'background-color': color })}
          />
        </>
      )}
      <Field label={t('Space above and below')}>
        <Select
          value={style['padding-top'] ?? ''}
          onChange={(space) => onStyle({ 'padding-top': space, 'padding-bottom': space })}
          options={SPACES}
        />
      </Field>
      <Inline gap={2}>
        <Button size="s" icon="arrow-up" onClick={onParent}>
          {t('Select around')}
        </Button>
        <Button size="s" icon="copy" onClick={onCopy}>
          {t('Duplicate')}
        </Button>
        <Button size="s" icon="trash" onClick={onRemove}>
          {t('Remove')}
        </Button>
      </Inline>
    </Stack>
  );
}
