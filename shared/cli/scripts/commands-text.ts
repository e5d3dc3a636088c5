import { contract, WIRE_PATHS, type CallMeta } from '@panel/contract';
import type { GenericSchema } from 'valibot';
import type { Command } from '../src/catalog.ts';
import { callNames, groupNames } from './command-names.ts';
import { readFields } from './read-fields.ts';

type Declared = {
  '~orpc': {
    route: { method?: string; path?: string; summary?: string; inputStructure?: string };
    meta: CallMeta;
    inputSchema?: GenericSchema;
    outputSchema?: { entries?: Record<string, unknown> };
  };
};

function commandOf(group: string, call: string, { '~orpc': definition }: Declared): Command | undefined {
  const { route, meta, inputSchema, outputSchema } = definition;
  const { scope, upload } = meta;
  if (scope === undefined || scope === 'closed') return undefined;
  const { path = '', method = 'GET', inputStructure } = route;
  const fields = readFields(inputSchema, { path, method, detailed: inputStructure === 'detailed' });
  const output = outputSchema?.entries ?? {};
  const paged = 'pageElements' in output && fields.some(({ name }) => name === 'pageIndex');
  return {
    call: `${group}.${call}`,
    ...groupNames(group),
    ...callNames(call),
    // Tokens belong to customers; what staff see is not theirs.
    summary: (route.summary ?? '').replace(/; staff: [^;]*$/, ''),
    method: method as Command['method'],
    path: WIRE_PATHS[path] ?? path,
    scope,
    fields: fields.filter(({ name }) => !paged || (name !== 'pageIndex' && name !== 'pageSize')),
    ...(upload && { upload: true }),
    ...(paged && { paged }),
    ...(method !== 'GET' && 'task_id' in output && !('steps' in output) && { task: true }),
  };
}

/** Two calls of one name would hide each other. */
function checkNames(commands: readonly Command[]): void {
  const seen = new Map<string, string>();
  for (const { call, group, name, alias } of commands)
    for (const each of [name, ...(alias ? [alias] : [])]) {
      const key = `${group} ${each}`;
      const other = seen.get(key);
      if (other) throw new Error(`"panel ${key}" is ${other} and ${call}. Name one of them in command-names.ts.`);
      seen.set(key, call);
    }
}

/** Every call that is open to customers' API tokens, as the command line needs it. */
export function commandsText(): string {
  const commands = Object.entries(contract as unknown as Record<string, Record<string, Declared>>).flatMap(
    ([group, calls]) => Object.entries(calls).flatMap(([call, declared]) => commandOf(group, call, declared) ?? []),
  );
  checkNames(commands);
  return `[\n${commands.map((one) => ` ${JSON.stringify(one)}`).join(',\n')}\n]\n`;
}
