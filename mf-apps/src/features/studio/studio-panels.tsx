import * as v from 'valibot';
import type { Studio, StudioCommitted, StudioFile } from '@panel/contract';
import { isCodePath } from '@panel/contract/schemas';
import { t, type App } from '@panel/core';
import { ConfirmDialog, Stack, Text } from '@panel/ui';
import { FormField, FormPanel, RenamePanel, useForm } from '@panel/ui/form';
import { changesOf, draftedPaths, draftLabel, useCommit } from '@panel/resources/studio';
import type { StudioWork } from './use-studio-work.ts';

export const STUDIO_PANELS = ['new-file', 'rename', 'discard', 'delete', 'commit'] as const;
export type StudioPanel = (typeof STUDIO_PANELS)[number];

type Props = {
  panel: StudioPanel | null;
  /** The file that it is about. */
  of: string | null;
  app: App;
  studio: Studio;
  files: ReadonlyMap<string, StudioFile>;
  work: StudioWork;
  conflicts: readonly string[];
  onOpenFile: (path: string) => void;
  onCommitted: (committed: StudioCommitted) => void;
  onClose: () => void;
};

const CodePath = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(t('Enter a path.')),
  v.check(isCodePath, t('Use names that every system can have, with slashes between folders.')),
);

/** A path that no other file has. */
const freePath = (taken: readonly string[], own: string | null = null) =>
  v.pipe(
    CodePath,
    v.check(
      (path) => path === own || !taken.some((one) => one.toLowerCase() === path.toLowerCase()),
      t('There is a file at this path.'),
    ),
  );

export function StudioPanels(props: Props) {
  const { panel, of, work, files, onClose } = props;
  if (panel === 'new-file') return <NewFilePanel {...props} />;
  if (panel === 'commit') return <CommitPanel {...props} />;
  if (of === null || !(files.has(of) || work.drafts[of])) return null;
  if (panel === 'rename') return <RenameFile {...props} path={of} />;
  if (panel === 'discard')
    return (
      <ConfirmDialog
        title={t('Discard changes?')}
        confirmLabel={t('Discard changes')}
        danger
        onConfirm={() => {
          work.discard(of);
          onClose();
        }}
        onClose={onClose}
      >
        <Text as="p" className="p-break">
          {t('What you changed of {path} is gone for good.', { path: of })}
        </Text>
      </ConfirmDialog>
    );
  return panel === 'delete' ? <DeleteFile {...props} path={of} /> : null;
}

/** A file with its draft, or as it would be without one. */
const draftOf = ({ work, files }: Pick<Props, 'work' | 'files'>, path: string) =>
  work.drafts[path] ?? { from: path, base: files.get(path)?.version ?? null, text: null, gone: false };

function NewFilePanel({ files, work, onOpenFile, onClose }: Props) {
  const form = useForm({
    schema: v.object({ path: freePath(draftedPaths(files, work.drafts)) }),
    values: { path: '' },
    onSubmit: ({ path }) => {
      // One that was deleted here is there again, with nothing in it.
      const base = work.drafts[path]?.gone ? (files.get(path)?.version ?? null) : null;
      work.setDraft(path, { from: base === null ? null : path, base, text: '', gone: false });
      onClose();
      onOpenFile(path);
    },
  });
  return (
    <FormPanel form={form} title={t('New file')} submitLabel={t('Create')} onClose={onClose}>
      <FormField
        form={form}
        name="path"
        label={t('Path')}
        help={t('Such as src/pages/about.html. Folders are made with it.')}
        required
        autoComplete="off"
        spellCheck={false}
        autoFocusInDialog
      />
    </FormPanel>
  );
}

function RenameFile(props: Props & { path: string }) {
  const { files, work, path, onOpenFile, onClose } = props;
  return (
    <RenamePanel
      title={t('Rename')}
      name={path}
      schema={freePath(draftedPaths(files, work.drafts), path)}
      onRename={async ({ name }) => {
        if (name === path) return;
        work.moveDraft(path, name, draftOf(props, path));
        onOpenFile(name);
      }}
      onClose={onClose}
    />
  );
}

function DeleteFile(props: Props & { path: string }) {
  const { work, path, onClose } = props;
  return (
    <ConfirmDialog
      title={t('Delete this file?')}
      confirmLabel={t('Delete')}
      danger
      onConfirm={() => {
        const { from, base } = draftOf(props, path);
        work.discard(path);
        if (from !== null) work.setDraft(from, { from, base, text: null, gone: true });
        onClose();
      }}
      onClose={onClose}
    >
      <Text as="p" className="p-break">
        {t('{path} is deleted with your next commit. Earlier commits keep it.', { path })}
      </Text>
    </ConfirmDialog>
  );
}

const Message = v.pipe(v.string(), v.trim(), v.nonEmpty(t('Say what you changed.')), v.maxLength(5000));

function CommitPanel({ app, studio, work, conflicts, onCommitted, onClose }: Props) {
  const commit = useCommit(app.id);
  const { branch, commit: base, production } = studio;
  const { drafts } = work;
  const form = useForm({
    schema: v.object({ message: Message }),
    values: { message: '' },
    onSubmit: async ({ message }) => {
      const changes = changesOf(drafts);
      const committed = await commit.mutateAsync({ branch, base, message, changes });
      work.discard(...Object.keys(drafts));
      onCommitted(committed);
      onClose();
    },
  });
  const reason =
    conflicts.length > 0
      ? t('Choose which version to keep of each file that somebody else has changed, too.')
      : Object.keys(drafts).length === 0
        ? t('Nothing has changed.')
        : null;
  return (
    <FormPanel
      form={form}
      title={t('Commit changes')}
      submitLabel={t('Commit')}
      submitDisabledReason={reason}
      call="studio.commit"
      onClose={onClose}
    >
      <FormField
        form={form}
        name="message"
        label={t('Message')}
        help={
          branch === production
            ? t('The commit is built and published, as a push is.')
            : t('Visitors get {branch}. This commit is built as a preview where previews are on.', {
                branch: production,
              })
        }
        required
        autoComplete="off"
        autoFocusInDialog
      />
      <Stack as="ul" gap={2}>
        {Object.entries(drafts).map(([path, draft]) => (
          <li key={path} className="p-break">
            {path}{' '}
            <Text size="s" tone="muted">
              {draftLabel(path, draft)}
            </Text>
          </li>
        ))}
      </Stack>
    </FormPanel>
  );
}
