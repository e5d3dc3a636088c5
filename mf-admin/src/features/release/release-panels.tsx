import { t } from '@panel/core';
import { Button, lazyPanel, SidePanel } from '@panel/ui';
import { judge, type ReleaseOverview } from '@panel/resources/release';
import { CleanUpDialog } from './clean-up-dialog.tsx';
import { ErrorDetails } from './error-details.tsx';
import { ACTIONS, readSubject, type ReleasePanel } from './release.actions.ts';
import { RunningDetails } from './running-details.tsx';

// Lists are opened more often than forms, so the form loads with its dialog.
const ChangeDialog = lazyPanel(async () => (await import('./change-dialog.tsx')).ChangeDialog);

type Props = {
  panel: ReleasePanel | null;
  of: string | null;
  data: ReleaseOverview;
  onClose: () => void;
  onDone: (detail: string) => void;
  errorOf: (number: string) => string;
};

/** The panel or dialog in the address, if its subject exists. */
export function ReleasePanels({ panel, of, data, onClose, onDone, errorOf }: Props) {
  const close = <Button onClick={onClose}>{t('Close')}</Button>;
  if (panel === 'clean-up') return <CleanUpDialog onClose={onClose} onDone={onDone} />;
  if (panel === 'error' && of)
    return (
      <SidePanel open title={t('Error {of}', { of })} onClose={onClose} footer={close}>
        <ErrorDetails number={of} data={data} />
      </SidePanel>
    );
  const subject = readSubject(of);
  if (!panel || panel === 'error' || !subject) return null;
  if (panel !== 'details') {
    const isThere = data.packages.includes(subject.package);
    const isWhole = !ACTIONS[panel].ofRelease || subject.version !== undefined;
    return isThere && isWhole ? (
      <ChangeDialog
        key={`${panel} ${of}`}
        action={panel}
        subject={subject}
        data={data}
        onClose={onClose}
        onDone={onDone}
      />
    ) : null;
  }
  const [row] = judge(
    data,
    data.running.filter((each) => each.package === subject.package && each.partner === subject.partner),
  );
  if (!row) return null;
  return (
    <SidePanel
      open
      title={t('{package} of {partnerName}', { package: row.package, partnerName: row.partnerName })}
      onClose={onClose}
      footer={close}
    >
      <RunningDetails data={data} row={row} errorOf={errorOf} />
    </SidePanel>
  );
}
