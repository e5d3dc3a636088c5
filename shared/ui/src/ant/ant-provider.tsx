import { useMemo, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { useTheme } from '../theme/ui-provider.tsx';
import { antdTheme } from './antd-theme.ts';

/** Around every part that antd brings: its theme, and the nonce for the styles it makes. */
export function AntProvider({ children }: { children: ReactNode }) {
  const { colors, scheme, nonce } = useTheme();
  const theme = useMemo(() => antdTheme(colors, scheme), [colors, scheme]);
  const csp = useMemo(() => ({ nonce }), [nonce]);
  return (
    <ConfigProvider theme={theme} csp={csp} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
