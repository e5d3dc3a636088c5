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
