import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { Latest } from './latest.tsx';

test('each event is shown, in order', () => {
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

test('an empty list says what will appear here', () => {
  assert.match(renderToStaticMarkup(<Latest items={[]} />), /Nothing yet/);
});
