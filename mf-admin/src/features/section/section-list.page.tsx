import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, type SectionState, t } from '@panel/core';
import { Banner, Button, Card, ConfirmDialog, Page, Stack } from '@panel/ui';
import { lossOf, SECTION_LABELS, sectionsQuery, useRestoreVersion, useSwitchSection } from '@panel/resources/partner';
import { VersionList } from '../version/version-list.tsx';
import { SectionRow } from './section-row.tsx';
import './section.css';

export const prefetch = () => queryClient.prefetchQuery(sectionsQuery);

type Done = { section: SectionState['section']; on: boolean; version: number };

/** The last change, with Undo until someone else changes the switches. */
function JustSwitched({ done, live, onUndone }: { done: Done; live: number; onUndone: () => void }) {
  const undo = useRestoreVersion('sections', onUndone);
  if (undo.isError)
    return (
      <Banner kind="danger" live>
        {undo.error.message}
      </Banner>
    );
  return (
    <Banner
      kind="success"
      live
      action={
        done.version === live && (
          <Button
            size="s"
            call="partnerAdmin.restore"
            loading={undo.isPending}
            onClick={() => undo.mutate({ base: live, version: live - 1 })}
          >
            {t('Undo')}
          </Button>
        )
      }
    >
      {SECTION_LABELS[done.section].name} {done.on ? t('turned on') : t('turned off')}.
    </Banner>
  );
}

/** /admin/sections: the parts of the panel that this partner's customers and staff have. */
export function Component() {
  const { data } = useSuspenseQuery(sectionsQuery);
  const change = useSwitchSection();
  const [done, setDone] = useState<Done | null>(null);
  // The switch moves immediately, and back if the server rejects it.
  const [wanted, setWanted] = useState<Pick<Done, 'section' | 'on'> | null>(null);
  const [asking, setAsking] = useState<SectionState | null>(null);
  const flip = (section: SectionState['section'], on: boolean) => {
    // Sequential, because each change builds on the version that the previous one returned.
    if (wanted) return;
    setWanted({ section, on });
    change.mutate(
      { base: data.version, section, on },
      {
        onSuccess: ({ data: after }) => setDone({ section, on, version: after.version }),
        onError: () => setDone(null),
        onSettled: () => setWanted(null),
      },
    );
  };
  const banner = change.isError ? (
    <Banner kind="danger" live title={t('Nothing was changed')}>
      {change.error.message}
    </Banner>
  ) : (
    done && <JustSwitched key={done.version} done={done} live={data.version} onUndone={() => setDone(null)} />
  );
  return (
    <Page
      title={t('Sections')}
      subtitle={t(
        'A section that is off has no menu entries, search results or pages, its code is never loaded, and the server rejects its calls. Its data is kept. Changes take effect immediately. Administration can’t be turned off.',
      )}
      banner={banner}
    >
      <Stack gap={5}>
        <Card flush>
          <ul className="section-list" aria-label={t('Sections')}>
            {data.sections.map((state) => (
              <SectionRow
                key={state.section}
                state={state}
                wanted={wanted?.section === state.section ? wanted.on : null}
                onSwitch={(on) => (!on && lossOf(state) ? setAsking(state) : flip(state.section, on))}
              />
            ))}
          </ul>
        </Card>
        <VersionList kind="sections" live={data.version} />
      </Stack>
      {asking && (
        <ConfirmDialog
          size="s"
          icon="warning"
          title={t('Turn {name} off?', { name: SECTION_LABELS[asking.section].name })}
          confirmLabel={t('Turn {name} off', { name: SECTION_LABELS[asking.section].name })}
          danger
          onConfirm={() => {
            setAsking(null);
            flip(asking.section, false);
          }}
          onClose={() => setAsking(null)}
        >
          {lossOf(asking)}
        </ConfirmDialog>
      )}
    </Page>
  );
}
