import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { Latest } from './latest.tsx';

test('each thing that happened is shown, in its order', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const html = renderToStaticMarkup(
    <Latest
      items={[
        { id: '2', description: 'shop is ready', created_at: at },
        { id: '1', description: 'shop was made', created_at: at },
      ]}
    />,
  );
  assert.match(html, /shop is ready[^]*shop was made/);
});

test('where nothing happened it says what will be here', () => {
  assert.match(renderToStaticMarkup(<Latest items={[]} />), /Nothing yet/);
});
