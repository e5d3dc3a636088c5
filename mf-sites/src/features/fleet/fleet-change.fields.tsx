import { useSuspenseQuery } from '@tanstack/react-query';
import {
  CDN_DEFAULTS,
  FLEET_KINDS,
  type CdnCacheSettings,
  type FleetChange,
  type FleetKind,
} from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Checkbox, Field, RadioGroup, Select, Stack } from '@panel/ui';
import { CACHE_TIMES } from '@panel/resources/cdn';
import { FLEET_KIND_LABELS } from '@panel/resources/fleet';
import { siteImagesQuery } from '@panel/resources/site';

/** What the form has; `change` is null until a version is chosen. */
export type ChangeDraft = { kind: FleetKind; version: string; settings: CdnCacheSettings };
export const EMPTY_CHANGE: ChangeDraft = { kind: 'php', version: '', settings: CDN_DEFAULTS };

export function changeOf({ kind, version, settings }: ChangeDraft): FleetChange | null {
  if (kind === 'cache') return { kind, settings };
  return version ? { kind, version } : null;
}

type Props = { draft: ChangeDraft; onChange: (draft: ChangeDraft) => void };

/** The kind of a change, and what it changes to. */
export function ChangeFields({ draft, onChange }: Props) {
  return (
    <Stack gap={4}>
      <RadioGroup
        legend={t('What to change')}
        options={FLEET_KINDS.map((value) => ({ value, label: FLEET_KIND_LABELS[value] }))}
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind, version: '' })}
      />
      {draft.kind === 'cache' ? (
        <CacheFields settings={draft.settings} onChange={(settings) => onChange({ ...draft, settings })} />
      ) : (
        <VersionField draft={draft} onChange={onChange} />
      )}
    </Stack>
  );
}

function VersionField({ draft, onChange }: Props) {
  const { data } = useSuspenseQuery(siteImagesQuery);
  const versions = draft.kind === 'php' ? data.php_versions : data.wp_versions;
  return (
    <Field
      label={FLEET_KIND_LABELS[draft.kind]}
      help={
        draft.kind === 'wordpress'
          ? t('Sites with this version or a newer one are left out. A backup is kept until the site has been compared.')
          : undefined
      }
    >
      <Select
        placeholder={t('Choose a version')}
        options={versions.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.version}
        onChange={(version) => onChange({ ...draft, version })}
      />
    </Field>
  );
}

type CacheProps = { settings: CdnCacheSettings; onChange: (settings: CdnCacheSettings) => void };

function CacheFields({ settings, onChange }: CacheProps) {
  return (
    <>
      <Field
        label={t('Default cache time')}
        help={t('Replaces all cache rules of the sites, also those for file types.')}
      >
        <Select
          options={CACHE_TIMES}
          value={String(settings.default_cache_time)}
          onChange={(seconds) =>
            onChange({ ...settings, default_cache_time: Number(seconds) as CdnCacheSettings['default_cache_time'] })
          }
        />
      </Field>
      <Checkbox
        label={t('Serve expired content')}
        checked={settings.is_stale}
        onChange={(is_stale) => onChange({ ...settings, is_stale })}
      />
      <Checkbox
        label={t('Ignore the origin’s max-age')}
        checked={settings.ignore_cache}
        onChange={(ignore_cache) => onChange({ ...settings, ignore_cache })}
      />
      <Checkbox
        label={t('Treat query strings as separate cacheable items')}
        checked={settings.qsh}
        onChange={(qsh) => onChange({ ...settings, qsh })}
      />
    </>
  );
}
