import { createTestServer, type TestServer } from './test-server.ts';

declare global {
  var panelTestServer: TestServer | undefined;
}

/** Workers inherit the address; `makeScenario` of @panel/ui/testing reads it. */
export default async function setup(): Promise<void> {
  process.env['TZ'] = 'UTC';
  globalThis.panelTestServer = await createTestServer();
  process.env['PANEL_TEST_SERVER'] = globalThis.panelTestServer.address;
}
