import { lazy, Suspense } from 'react';
import type { Option } from '../form/select.tsx';

export type ComboboxProps = {
  /** Its name, unless a Field around it has a label. */
  label?: string;
  id?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  options: readonly Option[];
  placeholder?: string;
  /** Asks the server; left out, the options are searched by their labels. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** The text when nothing was found. */
  empty?: string;
};

const RichCombobox = lazy(() => import('../rich/rich-combobox.tsx'));

/** One of a long list, found by typing. antd brings it, in a chunk of its own: no list page pays for it. */
export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<span className="p-bone p-bone-input" aria-hidden="true" />}>
    <RichCombobox {...props} />
  </Suspense>
);
