import { writeFileSync } from 'node:fs';
import { routesText } from './routes-text.ts';

writeFileSync(new URL('../src/routes.generated.json', import.meta.url), routesText());
