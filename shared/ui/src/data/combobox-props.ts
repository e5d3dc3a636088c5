import type { Option } from '../form/select.tsx';

export type ComboboxProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  id?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  options: readonly Option[];
  placeholder?: string;
  /** Searches on the server; without it, the options are searched by their labels. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** Text when nothing was found. */
  empty?: string;
};
