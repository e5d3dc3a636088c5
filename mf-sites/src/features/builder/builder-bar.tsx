import { t } from '@panel/core';
import type { BuilderDraft, BuilderPage } from '@panel/core';
import { Button, ButtonLink, Inline, SegmentedControl, Text } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import { previewPath } from '@panel/resources/site-builder';
import type { SaveState } from './use-builder-draft.ts';

type Props = {
  siteId: string;
  draft: Pick<BuilderDraft, 'fqdn'>;
  page: BuilderPage;
  index: number;
  state: SaveState;
  isPhone: boolean;
  onPhone: (isPhone: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
  onPublish: () => void;
  publishing: boolean;
  /** Why it cannot be published now. */
  cannotPublish?: string;
};

const STATE_TEXT = {
  saved: t('All changes saved'),
  changed: t('Unsaved changes'),
  saving: 'Saving…',
  conflict: t('Not saved'),
  failed: t('Not saved'),
} as const;

/** The bar above the editor: where it is, what is saved, and what one does with the whole. */
export function BuilderBar(props: Props) {
  const { siteId, draft, page, index, state, isPhone, onPhone, onUndo, onRedo, onPublish, publishing, cannotPublish } =
    props;
  return (
    <header className="builder-bar">
      <Inline gap={3} wrap={false}>
        <ButtonLink icon="arrow-left" to={overviewPath(siteId)}>
          {t('Back')}
        </ButtonLink>
        <h1 className="builder-title">{draft.fqdn}</h1>
        <Text size="s" tone="muted">
          <span role="status">{STATE_TEXT[state.kind]}</span>
        </Text>
      </Inline>
      <Inline gap={2} wrap={false}>
        <SegmentedControl
          label={t('Width')}
          segments={[
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone') },
          ]}
          value={isPhone ? 'phone' : 'desktop'}
          onChange={(width) => onPhone(width === 'phone')}
        />
        <Button onClick={onUndo}>{t('Undo')}</Button>
        <Button onClick={onRedo}>{t('Redo')}</Button>
        {state.kind === 'saved' ? (
          <ButtonLink icon="eye" href={previewPath(siteId, page, index)} newTab>
            {t('Preview')}
          </ButtonLink>
        ) : (
          <Button icon="eye" disabledReason={t('The preview shows what is saved. It opens in a moment.')}>
            {t('Preview')}
          </Button>
        )}
        <Button kind="primary" icon="rocket" onClick={onPublish} loading={publishing} disabledReason={cannotPublish}>
          {t('Publish')}
        </Button>
      </Inline>
    </header>
  );
}
