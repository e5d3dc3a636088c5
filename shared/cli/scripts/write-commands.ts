import { writeFileSync } from 'node:fs';
import { commandsText } from './commands-text.ts';

writeFileSync(new URL('../src/commands.generated.json', import.meta.url), commandsText());
