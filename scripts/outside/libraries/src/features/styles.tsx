import createCache from '@emotion/cache';
import { CacheProvider, css, jsx } from '@emotion/react';
import { Button, ConfigProvider } from 'antd';
import { useState, type ComponentType } from 'react';
import styled from 'styled-components';
import { useNonce } from '@panel/core';

/** Each paints its text in this colour, by a style element that the browser takes only with the page's nonce. */
const COLOR = 'rgb(1, 2, 3)';

function Emotion() {
  const nonce = useNonce();
  const [cache] = useState(() => createCache({ key: 'mf-libraries', nonce }));
  return <CacheProvider value={cache}>{jsx('p', { css: css({ color: COLOR }) }, 'painted')}</CacheProvider>;
}

const Painted = styled.p`
  color: ${COLOR};
`;

function Antd() {
  const nonce = useNonce();
  const [pressed, setPressed] = useState(false);
  return (
    <ConfigProvider csp={{ nonce }} theme={{ token: { colorPrimary: COLOR } }}>
      <Button type="primary" onClick={() => setPressed(true)}>
        {pressed ? 'pressed' : 'press'}
      </Button>
    </ConfigProvider>
  );
}

export const STYLES: Record<string, ComponentType> = {
  '@emotion/react': Emotion,
  'styled-components': () => <Painted>painted</Painted>,
  antd: Antd,
};
