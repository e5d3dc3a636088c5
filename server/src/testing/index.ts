export { Client, type Answer } from './client.ts';
export { createFastDriver } from './fast-driver.ts';
export { LOOP_MS, loopCost } from './loop-cost.ts';
export { oneMachine } from './one-machine.ts';
export { NEVER_MS, until } from './poll.ts';
export { SCENARIO_PASSWORD, type PartnerRow, type SiteRow, type UserRow } from './scenario.repo.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
export { besideTransaction, createPostgresDatabase } from './test-database.ts';
