import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import type { BrandColors } from '@panel/brand/colors';
import { ToastHost } from '../feedback/toast-host.tsx';
import {
  applyTheme,
  readChoice,
  resolveScheme,
  storeChoice,
  watchSystem,
  type Scheme,
  type SchemeChoice,
} from '../tokens/scheme.ts';

type Theme = {
  /** The painted scheme. */
  scheme: Scheme;
  /** The user's choice. */
  choice: SchemeChoice;
  setChoice: (choice: SchemeChoice) => void;
};

type ThemeContext = Theme & { colors: BrandColors; nonce: string };

const Context = createContext<ThemeContext | null>(null);

export type UiProviderProps = {
  /** Only its colours are read. */
  partner: { attributes: BrandColors };
  /** The page's CSP nonce, for style elements that are added later. */
  nonce: string;
  children: ReactNode;
};

/**
 * Theme and notifications of the whole page; the shell renders it once. It shows what `notify()` and `toast` send, so
 * nothing else listens to them.
 */
export function UiProvider({ partner, nonce, children }: UiProviderProps) {
  const [choice, choose] = useState<SchemeChoice>(readChoice);
  const [system, setSystem] = useState<Scheme>(() => resolveScheme('system'));
  const colors = partner.attributes;

  useLayoutEffect(() => applyTheme(colors, nonce, choice), [colors, nonce, choice]);
  useEffect(() => watchSystem(() => setSystem(resolveScheme('system'))), []);

  const theme = useMemo<ThemeContext>(
    () => ({
      scheme: choice === 'system' ? system : choice,
      choice,
      setChoice: (next) => {
        storeChoice(next);
        choose(next);
      },
      colors,
      nonce,
    }),
    [choice, system, colors, nonce],
  );

  return (
    <Context value={theme}>
      {children}
      <ToastHost />
    </Context>
  );
}

/** For parts with their own style engine: colours and nonce. */
export function useTheme(): ThemeContext {
  const theme = useContext(Context);
  if (!theme) throw new Error('UiProvider is missing above this component.');
  return theme;
}

/** Light, dark or system: the painted scheme, the choice, and a function to choose. */
export function useScheme(): Theme {
  const { scheme, choice, setChoice } = useTheme();
  return { scheme, choice, setChoice };
}
