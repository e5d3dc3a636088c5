export { createBridge, type Bridge } from './bridge.ts';
export { renderInUi } from './in-ui.tsx';
export { renderPage } from './render-page.tsx';
export { makeScenario, type Scenario, type ScenarioInput } from './scenario.ts';
export * from './host-site.ts';
export * from './pay.ts';
export { testEveryPage } from './every-page.ts';
export { withPasskeys } from './passkeys.ts';
