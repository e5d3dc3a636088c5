import { inSentence, t } from '@panel/core';
import { ButtonLink, Card } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import type { PartDraft } from './part-draft.ts';

const RECOGNIZED = t('As recognized');

/** What was said about one part, with a way back to it. */
export const PartSummary = ({ title, part, edit }: { title: string; part: PartDraft; edit: string }) => (
  <Card
    title={title}
    actions={
      <ButtonLink size="s" icon="edit" to={edit}>
        {t('Edit {title}', { title: inSentence(title) })}
      </ButtonLink>
    }
  >
    <DataList
      items={[
        { key: 'repository', label: t('Repository'), value: <span className="p-break">{part.repository}</span> },
        { key: 'branch', label: t('Branch'), value: part.branch },
        { key: 'folder', label: t('Root folder'), value: part.root_folder || t('The repository itself') },
        { key: 'build', label: t('Build command'), value: part.build_command || RECOGNIZED },
        part.output_folder !== '' && { key: 'output', label: t('Output folder'), value: part.output_folder },
        part.start_command !== '' && { key: 'start', label: t('Start command'), value: part.start_command },
      ]}
    />
  </Card>
);
