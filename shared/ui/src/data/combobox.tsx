import { lazy, Suspense } from 'react';
import type { ComboboxProps } from './combobox-props.ts';

export type { ComboboxProps } from './combobox-props.ts';

const RichCombobox = lazy(() => import('../rich/rich-combobox.tsx'));

/** One of a long list, found by typing. It uses antd, in a separate chunk, so that list pages don't load it. */
export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<span className="p-bone p-bone-input" aria-hidden="true" />}>
    <RichCombobox {...props} />
  </Suspense>
);
