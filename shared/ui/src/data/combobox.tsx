import { lazy, Suspense } from 'react';
import type { ComboboxProps } from './combobox-props.ts';

export type { ComboboxProps } from './combobox-props.ts';

const RichCombobox = lazy(() => import('../rich/rich-combobox.tsx'));

/** One of a long list, found by typing. antd brings it, in a chunk of its own: no list page pays for it. */
export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<span className="p-bone p-bone-input" aria-hidden="true" />}>
    <RichCombobox {...props} />
  </Suspense>
);
