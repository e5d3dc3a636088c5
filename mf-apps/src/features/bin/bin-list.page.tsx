import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, type ListState, type BinnedApp, type PageContext } from '@panel/core';
import { appBinListQuery, BIN_LIST, type BinColumn } from '@panel/resources/bin';
import { WorkloadBin } from '@panel/workload/bin';

const useBin = (state: ListState<BinColumn>) => useSuspenseQuery(appBinListQuery(state));

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(appBinListQuery(readListState(search, BIN_LIST)));

const nameOf = ({ name, fqdn }: BinnedApp) => ({ icon: 'apps' as const, title: name, detail: fqdn });

/** /apps/bin: deleted applications, until they are gone. */
export const Component = () => <WorkloadBin kind="app" useBin={useBin} nameOf={nameOf} />;
