import { t } from '@panel/core';
import { Button, Inline, Stack, Text } from '@panel/ui';
import { shownName, type UploadItem, type Uploads } from '@panel/resources/file';
import './uploads.css';

/** Rows that are shown; of many files the others are counted. */
const SHOWN = 8;

const stateText = ({ state, percent }: UploadItem): string =>
  ({
    waiting: t('Waiting'),
    sending: `${percent}%`,
    paused: t('Paused at {percent}%', { percent }),
    taken: t('The name is taken'),
    failed: t('Failed'),
    done: t('Uploaded'),
  })[state];

/** What is being uploaded, with its progress, and what has failed. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { items, clear, resume } = uploads;
  if (items.length === 0) return null;
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const [done, paused] = [count('done'), count('paused')];
  const open = items.filter(({ state }) => state !== 'done');
  const shown = open.slice(0, SHOWN);
  return (
    <section className="file-uploads" aria-label={t('Uploads')}>
      <Stack gap={2}>
        <Inline justify="between">
          <span aria-live="polite">
            {t('{done, number} of {all, plural, one {# file} other {# files}} uploaded', { done, all: items.length })}
          </span>
          <Inline gap={2}>
            {paused > 1 && (
              <Button size="s" onClick={() => resume()}>
                {t('Continue all')}
              </Button>
            )}
            {!uploads.isActive && (
              <Button size="s" kind="text" onClick={clear}>
                {t('Clear list')}
              </Button>
            )}
          </Inline>
        </Inline>
        {shown.length > 0 && (
          <ul>
            {shown.map((item) => (
              <Row key={item.key} item={item} uploads={uploads} />
            ))}
          </ul>
        )}
        {open.length > shown.length && (
          <Text size="s" tone="muted">
            {t('and {count, plural, one {# more file} other {# more files}}', { count: open.length - shown.length })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

function Row({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, path, state, percent, error } = item;
  const name = shownName(path);
  return (
    <li>
      <bdi className="p-break">{name}</bdi>
      {(state === 'sending' || state === 'paused') && <progress max={100} value={percent} aria-label={name} />}
      <Text size="s" tone={state === 'failed' ? 'danger' : 'muted'}>
        {error ?? stateText(item)}
      </Text>
      <span className="file-uploads-actions">
        {state === 'sending' && (
          <Button size="s" onClick={() => uploads.pause(key)} aria-label={t('Pause {name}', { name })}>
            {t('Pause')}
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button size="s" onClick={() => uploads.resume(key)} aria-label={t('Continue {name}', { name })}>
            {state === 'paused' ? t('Continue') : t('Try again')}
          </Button>
        )}
        <Button
          size="s"
          kind="text"
          onClick={() => uploads.cancel(key)}
          aria-label={t('Remove {name} from the list', { name })}
        >
          {t('Cancel')}
        </Button>
      </span>
    </li>
  );
}
