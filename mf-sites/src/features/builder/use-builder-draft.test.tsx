import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { api, queryClient } from '@panel/core';
import { openPage } from '../../testing/open.ts';
import { siteOfTask } from '@panel/ui/testing';
import { useBuilderDraft } from './use-builder-draft.ts';

const TASK_MS = 30_000;

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test(
  'publishing while a save runs waits for it: the draft is in no conflict with itself',
  async () => {
    const { scenario, unmount } = await openPage({ path: '/sites' });
    const domain = scenario.partner.sitesDomain;
    const siteId = await siteOfTask((await api.site.create({ fqdn: `atelier.${domain}`, domain })).task_id);
    await siteOfTask((await api.site.finalize({ site_id: siteId, type: 'site_builder' })).task_id);
    unmount();
    const draft = await api.siteBuilder.draft({ id: siteId });
    const { result } = renderHook(() => useBuilderDraft(siteId, draft), { wrapper });
    act(() => result.current.change((before) => ({ ...before, lang: 'pt' })));
    await act(async () => {
      const { saveNow, settle } = result.current;
      const saved = saveNow();
      expect(await settle()).toBe(draft.revision + 1);
      expect(await saved).toBe(draft.revision + 1);
    });
    expect(result.current.state).toEqual({ kind: 'saved' });
    expect(await api.siteBuilder.draft({ id: siteId })).toMatchObject({ lang: 'pt', revision: draft.revision + 1 });
  },
  2 * TASK_MS,
);
