import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { calls, queryClient, useDraft } from '@panel/core';
import { Button, Page, Stack } from '@panel/ui';

const GARBAGE = 'garbage' as never;
const schemeAtom = atomWithStorage('panel.scheme', 'stranger');

/** Writes under keys of the panel, clears what it can, and throws. */
export function Component() {
  const cache = useQueryClient();
  const { data: byHand } = useQuery({ queryKey: ['site', 'summary'], queryFn: () => 'by hand' });
  const { data: byCall } = useQuery({ queryKey: calls.site.summary.queryKey(), queryFn: () => GARBAGE, staleTime: 0 });
  const { draft, update } = useDraft('everyone', { text: '' });
  const [scheme, setScheme] = useAtom(schemeAtom);
  const spoil = () => {
    for (const client of [cache, queryClient]) {
      client.setQueryData(['site', 'summary'], GARBAGE);
      client.setQueriesData({ predicate: () => true }, GARBAGE);
      client.clear();
      client.getQueryCache().clear();
    }
    update({ text: 'spoilt' });
    setScheme('spoilt');
  };
  const write = () => {
    for (const key of ['panel.scheme', 'panel.side', 'panel.draft.everyone', 'WHITELABEL_DATA', 'panel.help-read'])
      localStorage.setItem(key, '"garbage"');
  };
  return (
    <Page title="Stranger">
      <Stack>
        <p>
          {byHand} {byCall} {scheme} {draft.text}
        </p>
        <Button onClick={spoil}>Spoil</Button>
        <Button onClick={write}>Write</Button>
        <Button
          onClick={() => {
            throw new Error('a handler of a stranger');
          }}
        >
          Throw
        </Button>
      </Stack>
    </Page>
  );
}
