import { useState, type SyntheticEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type FileHit } from '@panel/core';
import { Button, EmptyState, Inline, SegmentedControl, Stack, Text, TextInput } from '@panel/ui';
import { fileSearchQuery, searchEndLabel, shownName } from '@panel/resources/file';
import { ToolData } from '../parts/tool-data.tsx';
import './file-search.css';

export type SearchWant = 'names' | 'content';
type FormProps = { words: string; want: SearchWant; onSearch: (words: string, want: SearchWant) => void };

/** Asks for words. A search takes a while, so it starts when it is asked for, not while somebody types. */
export function FileSearchForm({ words, want, onSearch }: FormProps) {
  const [text, setText] = useState(words);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onSearch(text.trim(), want);
  };
  return (
    <form role="search" className="file-search" onSubmit={submit}>
      <TextInput
        type="search"
        aria-label={t('Search files')}
        placeholder={t('Search files')}
        value={text}
        maxLength={200}
        onChange={setText}
      />
      <SegmentedControl
        label={t('Search in')}
        segments={[
          { value: 'names', label: t('Names') },
          { value: 'content', label: t('Contents') },
        ]}
        value={want}
        onChange={(next) => onSearch(text.trim(), next)}
      />
      <Button type="submit" icon="search">
        {t('Search')}
      </Button>
    </form>
  );
}

type Props = {
  id: string;
  folder: string;
  words: string;
  want: SearchWant;
  reason: string | undefined;
  onOpen: (hit: FileHit) => void;
  onClose: () => void;
};

/** What a search below a folder has found, and what it has left out. */
export function FileSearchResults({ id, folder, words, want, reason, onOpen, onClose }: Props) {
  const result = useQuery({ ...fileSearchQuery(id, folder, words, want), enabled: reason === undefined });
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Text as="p" className="p-break">
          {folder === ''
            ? t('Results for “{words}”', { words })
            : t('Results for “{words}” in {folder}', { words, folder: shownName(folder) })}
        </Text>
        <Button size="s" onClick={onClose}>
          {t('Close search')}
        </Button>
      </Inline>
      <ToolData result={result} reason={reason} what={t('the results')}>
        {({ hits, files, large, ended }) => (
          <Stack gap={3}>
            {hits.length === 0 ? (
              <EmptyState
                icon="search"
                title={t('Nothing found')}
                text={t('Look for other words, or in another folder.')}
              />
            ) : (
              <ul className="file-hits" aria-label={t('Results')}>
                {hits.map((hit) => (
                  <Hit key={`${hit.path}:${hit.line}`} hit={hit} onOpen={onOpen} />
                ))}
              </ul>
            )}
            <Text as="p" size="s" tone="muted">
              {t('{files, plural, one {# entry} other {# entries}} searched.', { files })}{' '}
              {large > 0 &&
                t('{large, plural, one {# file is} other {# files are}} larger than 2 MB and not searched.', {
                  large,
                })}{' '}
              {ended !== null && searchEndLabel(ended)}
            </Text>
          </Stack>
        )}
      </ToolData>
    </Stack>
  );
}

function Hit({ hit, onOpen }: { hit: FileHit; onOpen: (hit: FileHit) => void }) {
  const { path, exact, kind, line, text } = hit;
  const shown = <bdi className="p-break">{shownName(path)}</bdi>;
  const opens = exact && (kind === 'file' || kind === 'folder');
  return (
    <li>
      {opens ? (
        <Button kind="text" size="s" onClick={() => onOpen(hit)}>
          {shown}
          {line !== null && <span className="p-figures">:{line}</span>}
        </Button>
      ) : (
        shown
      )}
      {line !== null && (
        <code dir="ltr" className="p-break">
          {shownName(text.trim())}
        </code>
      )}
    </li>
  );
}
