import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { startProcess } from '../tasks/process-support.ts';

const SCRIPT = path.join(import.meta.dirname, 'failing-process.ts');

for (const [address, error] of [
  ['/throw', 'Error: thrown'],
  ['/reject', 'Error: rejected'],
] as const) {
  test(`${address}: an error that nothing handles is reported, running requests end, and the process exits with 70`, async (t) => {
    const panel = await startProcess({}, SCRIPT);
    t.after(() => panel.kill('SIGKILL'));
    const url = `http://127.0.0.1:${panel.port}`;
    const slow = await fetch(`${url}/slow`);
    assert.equal(await (await fetch(url + address)).text(), 'ok');
    assert.equal(await slow.text(), 'half whole');
    const end = await until('its end', async () => panel.endedWith());
    assert.match(end, new RegExp(`^exit 70\\nport \\d+\\nreported: ${error}\\n$`));
    await assert.rejects(fetch(url));
  });
}
