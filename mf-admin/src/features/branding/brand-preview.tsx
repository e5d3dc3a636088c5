import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { PREVIEW_QUERY } from '@panel/brand/preview';
import { sectionOn } from '@panel/contract/sections';
import { usePartner, type Partner, t } from '@panel/core';
import { Card, Inline, SegmentedControl, Stack, useScheme } from '@panel/ui';
import { attributesOf, imagesOf, type BrandValues } from './branding.form.ts';
import { usePreview } from './use-preview.ts';

const SIZES = { phone: { width: 375, height: 720 }, desktop: { width: 1280, height: 800 } } as const;
type Size = keyof typeof SIZES;
/** Below this width, a whole desktop page is too small to read (spec §9: sm). */
const NARROW = 600;

/**
 * Real pages: the sign-in as for a signed-out visitor, the others as for a customer, in their menus. Calls are made as the
 * staff who look, so these pages have none that is for customers alone.
 */
function screensOf(partner: Partner) {
  return [
    { value: 'login', label: t('Sign-in'), address: `/login?${PREVIEW_QUERY}=login` },
    sectionOn(partner, 'sites')
      ? { value: 'sites', label: t('Sites'), address: `/sites?${PREVIEW_QUERY}=customer` }
      : { value: 'account', label: t('Account'), address: `/my-account/notifications?${PREVIEW_QUERY}=customer` },
    ...(sectionOn(partner, 'help')
      ? [{ value: 'help', label: t('Help'), address: `/help?${PREVIEW_QUERY}=brand` }]
      : []),
  ];
}

/** The scale at which a page fits, at most 1. */
function useScale(stage: RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const box = stage.current;
    if (!box) return;
    const measure = () => setRoom(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [stage]);
  return room > 0 ? Math.min(1, room / width) : 1;
}

/** Real pages of the panel in the brand as typed. They are images: nothing in them can be used. */
export function BrandPreview({ values }: { values: BrandValues }) {
  const screens = screensOf(usePartner());
  const own = useScheme().scheme;
  const [chosen, setChosen] = useState(screens[0]?.value ?? '');
  const [scheme, setScheme] = useState<'light' | 'dark'>(own);
  const [size, setSize] = useState<Size>(() => (window.innerWidth < NARROW ? 'phone' : 'desktop'));
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const screen = screens.find(({ value }) => value === chosen) ?? screens[0];
  const { width, height } = SIZES[size];
  const factor = useScale(stage, width);
  usePreview(frame, { attributes: attributesOf(values), images: imagesOf(values), scheme });
  return (
    <Card title={t('Preview')} className="brand-preview">
      <Stack gap={3}>
        <Inline gap={2}>
          <SegmentedControl label={t('Page')} segments={screens} value={screen?.value ?? ''} onChange={setChosen} />
          <SegmentedControl
            label={t('Light or dark')}
            segments={[
              { value: 'light', label: t('Light') },
              { value: 'dark', label: t('Dark') },
            ]}
            value={scheme}
            onChange={setScheme}
          />
          <SegmentedControl
            label={t('Width')}
            segments={[
              { value: 'phone', label: t('Phone') },
              { value: 'desktop', label: t('Desktop') },
            ]}
            value={size}
            onChange={setSize}
          />
        </Inline>
        <div ref={stage} className="brand-stage" inert style={{ height: height * factor }}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the panel's own page needs its scripts and its origin, and a sandbox that allows both keeps nothing out; the page is inert */}
          <iframe
            ref={frame}
            className="brand-frame"
            title={t('Preview: {screen}', { screen: screen?.label ?? '' })}
            src={screen?.address}
            // A hidden preview is not loaded.
            loading="lazy"
            style={{ width, height, transform: `scale(${factor})` }}
          />
        </div>
      </Stack>
    </Card>
  );
}
