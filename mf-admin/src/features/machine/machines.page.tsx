import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState } from '@panel/core';
import { Button, EmptyState, lazyPanel, Page, toast } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  cannotAddMachine,
  cannotDrainMachine,
  cannotEmptyMachine,
  cannotRecoverMachine,
  cannotRevokeMachine,
  cannotSeeLeftovers,
  machinesQuery,
  useDrainMachine,
  useEmptyMachine,
} from '@panel/resources/machine';
import { machineColumns } from './machine.columns.tsx';

const AddPanel = lazyPanel(async () => (await import('./machine-add.panel.tsx')).MachineAddPanel);
const Details = lazyPanel(async () => (await import('./machine-details.tsx')).MachineDetails);
const RevokeDialog = lazyPanel(async () => (await import('./machine-revoke.dialog.tsx')).MachineRevokeDialog);

const RecoverDialog = lazyPanel(async () => (await import('./machine-recover.dialog.tsx')).MachineRecoverDialog);
const LeftoversDialog = lazyPanel(async () => (await import('./machine-leftovers.dialog.tsx')).MachineLeftoversDialog);
const SettingDialog = lazyPanel(async () => (await import('./recovery-setting.dialog.tsx')).RecoverySettingDialog);
const EmptyDialog = lazyPanel(async () => (await import('./machine-empty.dialog.tsx')).MachineEmptyDialog);
const Workloads = lazyPanel(async () => (await import('./machine-workloads.panel.tsx')).MachineWorkloadsPanel);

const PANELS = ['add', 'setting', 'details', 'workloads', 'empty', 'recover', 'leftovers', 'revoke'] as const;

export const prefetch = () => queryClient.prefetchQuery(machinesQuery);

/** /admin/machines: the machines of the installation. For the platform's operator. */
export function Component() {
  const { data } = useSuspenseQuery(machinesQuery);
  const { panel, of, open, close, hrefOf } = usePanelState(PANELS);
  const { machines } = data;
  const chosen = machines.find(({ id }) => id === of);
  const done = (message: string): void => toast.success({ message });
  const drain = useDrainMachine(done);
  const empty = useEmptyMachine(done);
  const cannotAdd = cannotAddMachine(data);
  return (
    <Page
      title={t('Machines')}
      subtitle={t('What this installation runs on. Machines report every few seconds.')}
      actions={
        <>
          <Button call="machine.setRecovery" onClick={() => open('setting')}>
            {t('When a machine is lost')}
          </Button>
          <Button
            kind="primary"
            icon="plus"
            call="machine.makeToken"
            disabledReason={cannotAdd}
            onClick={() => open('add')}
          >
            {t('Add a machine')}
          </Button>
        </>
      }
    >
      <ResourceTable
        caption={t('Machines')}
        columns={machineColumns(({ id }) => hrefOf('details', id))}
        query={{ rows: machines, total: machines.length, pageIndex: 0, pageSize: Math.max(1, machines.length) }}
        whole
        onChange={() => undefined}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(machine) => [
          { key: 'details', label: t('Details'), icon: 'info', onSelect: () => open('details', machine.id) },
          { key: 'workloads', label: t('What is on it'), icon: 'apps', onSelect: () => open('workloads', machine.id) },
          {
            key: 'drain',
            call: 'machine.drain',
            label: machine.isDrained ? t('Place here again') : t('Drain'),
            icon: machine.isDrained ? 'play' : 'stop',
            disabledReason: cannotDrainMachine(machine),
            onSelect: () => drain.mutate(machine),
          },
          machine.emptying === null
            ? {
                key: 'empty',
                call: 'machine.empty',
                label: t('Move all'),
                icon: 'arrow-right',
                disabledReason: cannotEmptyMachine(machine, machines),
                onSelect: () => open('empty', machine.id),
              }
            : {
                key: 'stay',
                call: 'machine.empty',
                label: t('Stop moving'),
                icon: 'stop',
                onSelect: () => empty.mutate({ id: machine.id, isOn: false }),
              },
          {
            key: 'recover',
            call: 'machine.recover',
            label: t('Restore elsewhere'),
            icon: 'refresh',
            disabledReason: cannotRecoverMachine(machine, machines),
            onSelect: () => open('recover', machine.id),
          },
          ...(machine.recovery === null
            ? []
            : [
                {
                  key: 'leftovers',
                  call: 'machine.removeLeftovers' as const,
                  label: t('Leftover files'),
                  icon: 'trash' as const,
                  disabledReason: cannotSeeLeftovers(machine),
                  onSelect: () => open('leftovers', machine.id),
                },
              ]),
          {
            key: 'revoke',
            call: 'machine.revoke',
            label: t('Revoke'),
            icon: 'trash',
            danger: true,
            separated: true,
            disabledReason: cannotRevokeMachine(machine),
            onSelect: () => open('revoke', machine.id),
          },
        ]}
        empty={<EmptyState icon="server" title={t('No machines yet')} text={t('They will appear here.')} />}
      />
      {panel === 'add' && cannotAdd === null && <AddPanel onClose={close} />}
      {panel === 'setting' && <SettingDialog minutes={data.restoreAfterMinutes} onDone={done} onClose={close} />}
      {panel === 'recover' && chosen && cannotRecoverMachine(chosen, machines) === null && (
        <RecoverDialog machine={chosen} onDone={done} onClose={close} />
      )}
      {panel === 'leftovers' && chosen && cannotSeeLeftovers(chosen) === null && (
        <LeftoversDialog machine={chosen} onDone={done} onClose={close} />
      )}
      {panel === 'details' && chosen && <Details machine={chosen} onClose={close} />}
      {panel === 'workloads' && chosen && (
        <Workloads machine={chosen} machines={machines} onDone={done} onClose={close} />
      )}
      {panel === 'empty' && chosen && cannotEmptyMachine(chosen, machines) === null && (
        <EmptyDialog machine={chosen} onDone={done} onClose={close} />
      )}
      {panel === 'revoke' && chosen && cannotRevokeMachine(chosen) === null && (
        <RevokeDialog machine={chosen} onClose={close} onDone={done} />
      )}
    </Page>
  );
}
