import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, type ListState, type PageContext } from '@panel/core';
import { BIN_LIST, binListQuery, type BinColumn } from '@panel/resources/bin';
import { siteName } from '@panel/resources/site';
import { WorkloadBin } from '@panel/workload/bin';

const useBin = (state: ListState<BinColumn>) => useSuspenseQuery(binListQuery(state));

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(binListQuery(readListState(search, BIN_LIST)));

/** /sites/bin: deleted sites, until they are gone. */
export const Component = () => <WorkloadBin kind="site" useBin={useBin} nameOf={siteName} />;
