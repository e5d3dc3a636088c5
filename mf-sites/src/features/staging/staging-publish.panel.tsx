import { useId, useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDirty, type KeptTables, type Site, type StagingDifference, t, Trans } from '@panel/core';
import {
  Badge,
  Banner,
  Button,
  Checkbox,
  Field,
  Icon,
  Inline,
  SidePanel,
  Stack,
  TaskProgress,
  Text,
  TextInput,
} from '@panel/ui';
import {
  cannotMerge,
  cannotPublish,
  changedOnLiveOnly,
  changeSentence,
  type Choice,
  collisionsOf,
  differenceQuery,
  groupCounts,
  keepHelp,
  keepLabel,
  knowsChanges,
  liveFqdn,
  mergeOf,
  newerLabel,
  NO_CHOICE,
  usePublishStaging,
} from '@panel/resources/staging';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';
import { ToolData } from '@panel/workload/parts';
import { MergeLists } from './merge-lists.tsx';
import { DatabaseDifference, FileDifference } from './staging-difference.tsx';
import './staging.css';

const TITLE = t('Publish Staging Environment to Live');

type Props = { site: Site; onClose: () => void };

/** Publish Staging Environment to Live (spec §2.7): what is published, then its progress. */
export function StagingPublishPanel({ site, onClose }: Props) {
  const [taskId, setTaskId] = useState<string | null>(null);
  return taskId ? (
    <Pushing taskId={taskId} onClose={onClose} />
  ) : (
    <Choose site={site} onStarted={setTaskId} onClose={onClose} />
  );
}

/** Step 2: the task runs on when the panel is closed. */
function Pushing({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { task, at } = useTaskEnd(taskId);
  const cancel = useTaskCancel(task);
  return (
    <SidePanel
      open
      title={TITLE}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={4}>
        {!task?.ended_at && (
          <Banner kind="info" title={t('Pushing staging to live is in progress')}>
            {t('You can close this panel. We’ll notify you when it’s done.')}
          </Banner>
        )}
        {task && <TaskProgress task={task} at={at} {...cancel} />}
      </Stack>
    </SidePanel>
  );
}

/** What stays on the live site unless the customer decides otherwise: what visitors write, and what only the live site has changed. */
const keptByDefault = (difference: StagingDifference): KeptTables[] => [
  ...new Set([...difference.keeps, ...changedOnLiveOnly(difference)]),
];

/** The kinds of tables about which a customer decides: those with newer rows, and those that are kept by default. */
const keepable = (difference: StagingDifference): KeptTables[] => [
  ...new Set([...difference.newer.map(({ kind }) => kind), ...keptByDefault(difference)]),
];

const newerSentence = (contents: string, isMerged: boolean): string =>
  isMerged
    ? t(
        '{contents} of the live site are newer than its copy. A kind of content that you keep stays as a whole, without what staging has changed of it.',
        { contents },
      )
    : t('{contents} of the live site are newer than its copy. Publishing the database removes what you do not keep.', {
        contents,
      });

type ChooseProps = Props & { onStarted: (taskId: string) => void };

/** Step 1: files, database or both, and the typed name. Unchecking one disables the other (spec §5). */
function Choose({ site, onStarted, onClose }: ChooseProps) {
  const publish = usePublishStaging(site, onStarted);
  const form = useId();
  const [files, setFiles] = useState(true);
  const [database, setDatabase] = useState(true);
  const [chosen, setChosen] = useState<readonly KeptTables[] | null>(null);
  const [typed, setTyped] = useState('');
  useDirty(typed !== '', false);
  const difference = useQuery(differenceQuery(site.site_id ?? ''));
  const keep: readonly KeptTables[] | undefined = chosen ?? (difference.data && keptByDefault(difference.data));
  const [merging, setMerging] = useState(true);
  const [choice, setChoice] = useState<Choice>(NO_CHOICE);
  const content = difference.data?.content ?? null;
  const merge =
    difference.data && database && merging && knowsChanges(difference.data)
      ? mergeOf(difference.data, { keep: keep ?? [], files })
      : null;
  const collisions = database && difference.data ? merge && collisionsOf(merge, choice) : undefined;
  const changes = merge ? [...merge.published, ...merge.both] : database ? groupCounts(content) : [];
  const sentence = difference.data && changeSentence(difference.data.files, { files, content: changes });
  const live = liveFqdn(site.fqdn);
  const busy = publish.isPending;
  const reason =
    cannotPublish(site) ??
    (database && difference.isPending ? t('Wait until both sites have been compared.') : null) ??
    (merge && cannotMerge(merge, choice)) ??
    (typed === site.fqdn ? null : t('Type the name exactly as it is shown.'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null && !busy) publish.mutate({ files, database, keep, collisions });
  };
  const toggle = (kind: KeptTables, on: boolean) =>
    setChosen(on ? [...(keep ?? []), kind] : (keep ?? []).filter((one) => one !== kind));
  return (
    <SidePanel
      open
      title={TITLE}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabledReason={busy ? t('Wait until this has finished.') : null}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" type="submit" form={form} loading={busy} disabledReason={reason}>
            {t('Publish')}
          </Button>
        </>
      }
    >
      <form id={form} className="p-stack p-gap-4" onSubmit={submit} noValidate>
        {publish.error && (
          <Banner kind="danger" live>
            {publish.error.message}
          </Banner>
        )}
        <Inline gap={2} className="p-break">
          <Badge tone="warning">{t('Staging')}</Badge> {site.fqdn}
          <Icon name="arrow-right" size={16} label={t('replaces')} />
          <Badge tone="accent">{t('Live')}</Badge> {live}
        </Inline>
        <Stack gap={2}>
          <Checkbox
            label={t('Files')}
            help={t('WordPress files, plugins, themes and uploads of the live site are replaced.')}
            checked={files}
            disabled={!database}
            onChange={setFiles}
          />
          <Checkbox
            label={t('Database')}
            help={t('Posts, pages, users and settings of the live site are replaced.')}
            checked={database}
            disabled={!files}
            onChange={setDatabase}
          />
        </Stack>
        <ToolData result={difference} reason={undefined} what={t('the difference')}>
          {(data) => (
            <Stack gap={3}>
              {sentence && (
                <Text as="p">
                  <strong>{sentence}</strong>
                </Text>
              )}
              {database && !merge && <DatabaseDifference difference={data} />}
              {database && knowsChanges(data) && (
                <Checkbox
                  label={t('Keep what was changed only on the live site')}
                  help={t(
                    'Posts, pages, menus, comments, users and settings that staging has not changed stay as they are.',
                  )}
                  checked={merging}
                  onChange={setMerging}
                />
              )}
              {database && !knowsChanges(data) && data.tables.length > 0 && (
                <Banner kind="warning" title={t('Changes on the live site can’t be kept')}>
                  {t(
                    'It’s not known what was changed on the live site since the copy, so publishing the database replaces it. Copy the live site to staging to start from a common state.',
                  )}
                </Banner>
              )}
              {merge && <MergeLists merge={merge} choice={choice} onChoose={setChoice} />}
              {files && <FileDifference files={data.files} />}
              {database && keepable(data).length > 0 && (
                <Banner
                  kind="warning"
                  title={
                    data.newer.length > 0
                      ? t('The live site has newer content')
                      : t('The live site has content of its own')
                  }
                >
                  <Stack gap={2}>
                    <Text as="p">
                      {data.newer.length > 0
                        ? newerSentence(data.newer.map(newerLabel).join(', '), merge !== null)
                        : merge
                          ? t(
                              'A kind of content that you keep stays as a whole, without what staging has changed of it.',
                            )
                          : t('Publishing the database removes what you do not keep.')}
                    </Text>
                    {keepable(data).map((kind) => (
                      <Checkbox
                        key={kind}
                        label={keepLabel(kind)}
                        help={keepHelp(kind)}
                        checked={keep?.includes(kind) ?? false}
                        onChange={(on) => toggle(kind, on)}
                      />
                    ))}
                  </Stack>
                </Banner>
              )}
            </Stack>
          )}
        </ToolData>
        <Text as="p" tone="soft">
          {t('A backup of the live site is made automatically first, and you can revert to it.')}
        </Text>
        <Field
          label={
            <Trans
              id="Type <0>{name}</0> to confirm"
              values={{ name: site.fqdn }}
              parts={[(piece) => <strong className="p-break">{piece}</strong>]}
            />
          }
        >
          <TextInput value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
        </Field>
      </form>
    </SidePanel>
  );
}
