import type { Config } from '@react-router/dev/config';

// Pages are rendered on the server, then taken over by React in the browser.
export default { ssr: true } satisfies Config;
