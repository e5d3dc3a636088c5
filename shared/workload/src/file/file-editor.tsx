import { useQuery } from '@tanstack/react-query';
import { t, type FileText } from '@panel/core';
import { Button, Card, EmptyState, Link } from '@panel/ui';
import { fileDownloadUrl, fileTextQuery, isPicture, nameOfPath, notTextLabels, shownName } from '@panel/resources/file';
import { ToolData } from '../parts/tool-data.tsx';
import { TextEditor } from './text-editor.tsx';
import './file-editor.css';

/** `reason`: why the file cannot be opened or saved now. */
type Props = { id: string; path: string; line?: number | undefined; reason: string | undefined; onClose: () => void };

/** One file: its text to edit, the picture that it is, or why it can only be downloaded. */
export function FileEditor({ id, path, line, reason, onClose }: Props) {
  const name = shownName(nameOfPath(path));
  const isShown = isPicture(name);
  const result = useQuery({ ...fileTextQuery(id, path), enabled: reason === undefined && !isShown });
  return (
    <Card title={<bdi className="p-break">{name}</bdi>} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      {isShown ? (
        <Picture url={fileDownloadUrl(id, path)} name={name} />
      ) : (
        <ToolData result={result} reason={result.data ? undefined : reason} what={t('the file')}>
          {(file, { reload }) =>
            file.text === null || file.version === null ? (
              <NotText url={fileDownloadUrl(id, path)} kind={file.kind} />
            ) : (
              <TextEditor
                key={file.version}
                id={id}
                name={name}
                file={{ path, text: file.text, version: file.version }}
                line={line}
                reason={reason}
                onReload={reload}
              />
            )
          }
        </ToolData>
      )}
    </Card>
  );
}

function NotText({ url, kind }: { url: string; kind: FileText['kind'] }) {
  const { title, text } = notTextLabels(kind === 'text' ? 'binary' : kind);
  return <EmptyState icon="server" title={title} text={text} action={<Link href={url}>{t('Download')}</Link>} />;
}

/** A picture, at most as large as its place. */
const Picture = ({ url, name }: { url: string; name: string }) => (
  <figure className="file-picture">
    <img src={url} alt={t('Picture {name}', { name })} />
    <figcaption>
      <Link href={url}>{t('Download')}</Link>
    </figcaption>
  </figure>
);
