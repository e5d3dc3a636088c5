import type { Command } from 'commander';
import type { CommonOptions } from '../generated/add-call.ts';
import { printAnswer, say } from '../output/print.ts';
import { write } from '../session/ask.ts';
import { choosePanel } from '../session/choose-panel.ts';
import { followTask } from '../tasks/follow-task.ts';
import { resolveSite } from './resolve.ts';

type Options = CommonOptions & { name?: string; wait?: boolean };
type Started = { task_id: string; id: string; fqdn: string };

function addCreate(group: Command): void {
  const command = group
    .command('create')
    .description('back up a site now (scopes backups:write, and sites:read unless its address is given)')
    .argument('<site>', 'its address, name or id')
    .option('--name <text>', 'a name for the backup')
    .option('--wait', 'wait until it is stored; the exit code is that of its task');
  command.action(async (typed: string) => {
    const options = command.optsWithGlobals<Options>();
    const panel = choosePanel(options);
    const fqdn = typed.includes('.') ? typed : (await resolveSite(panel, typed)).fqdn;
    const answer = await write<Started>(panel, 'POST', '/backup', { site_fqdn: fqdn, name: options.name });
    if (options.wait) return followTask(panel, answer.task_id, { json: options.json, scope: 'backups:read' });
    if (options.json) return printAnswer(answer, options);
    say(`Backup ${answer.id} of ${fqdn} has started.`);
  });
}

export const BACKUPS = { create: addCreate };
