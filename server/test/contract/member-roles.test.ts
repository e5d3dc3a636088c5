import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inAudience, MEMBER_DUTIES, MEMBER_ROLES, memberMay, type MemberRole } from '@panel/contract';
import { memberWorkload } from '../../src/db/schema.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { rows, type Objects } from './access-rows.ts';
import { allCalls, type Call } from './calls.ts';
import { isReading, isShared, makeWorld, type World } from './fixture.ts';
import { MEMBER_CALLS } from './member-duties.ts';

type Shared = { world: World; objects: Objects; limitedTo: string };
let panel: Panel;
/** For calls that only read. */
let read: Shared;
before(async () => {
  panel = await startPanel({ tasks: true });
  read = await makeShared();
});
after(() => panel.close());

const rowOf = ({ name }: Call) => rows[name] as (typeof rows)[string];
/** The calls that customers make. */
const ofCustomers = allCalls.filter(
  ({ meta }) => meta.audience !== 'public' && inAudience(meta.audience, { role: 'customer' }),
);

test('what is for some roles only, and what members do as themselves, is written down here', () => {
  for (const duty of ['own', 'any', 'create', 'billing', 'manage', 'customer'] as const)
    assert.deepEqual(
      ofCustomers
        .filter(({ meta }) => meta.member === duty)
        .map(({ name }) => name)
        .sort(),
      [...MEMBER_CALLS[duty]].sort(),
      duty,
    );
});

test('a role that only reads changes nothing but its own account, and reads no credentials', () => {
  const open = ofCustomers.filter(({ meta }) => memberMay(meta.member, { role: 'read_only', all_workloads: true }));
  const changing = open.filter((call) => !isReading(call) && call.meta.member !== 'own');
  assert.deepEqual(changing.map(({ name }) => name).sort(), [...MEMBER_CALLS.readingByPost].sort());
  // What reads credentials is no reading for staff either.
  assert.deepEqual(
    open.filter((call) => isReading(call) && call.meta.staff !== 'any').map(({ name }) => name),
    [],
  );
});

/** A world, objects of its owner, and another site of them. */
async function makeShared(): Promise<Shared> {
  const world = await makeWorld(panel);
  return { world, objects: await world.objects('owner'), limitedTo: (await world.objects('owner')).appId };
}

type Member = { role: MemberRole; limitedTo?: string };

async function sent(call: Call, { role, limitedTo }: Member, world: World, objects: Objects) {
  const member = await panel.addUser(world.partner, 'member', {
    ...{ accountId: world.owner.id, memberRole: role, allWorkloads: limitedTo === undefined },
  });
  if (limitedTo) await panel.ctx.db.insert(memberWorkload).values({ userId: member.id, workloadId: limitedTo });
  const browser = await panel.entered(world.partner, member);
  const { path, body } = rowOf(call).send(objects);
  const answer = isReading(call) ? await browser.get(path) : await browser.write(call.method, path, body);
  return { code: answer.status < 300 ? 'ok' : String(answer.body['code']), path, text: answer.text };
}

/** A member who acts as themselves is another person than the customer. */
const expectedOf = (call: Call): string => rowOf(call).outcome[call.meta.member === 'own' ? 'neighbour' : 'owner'];
const isRefused = (call: Call, role: MemberRole): boolean =>
  !(MEMBER_DUTIES[call.meta.member] as readonly string[]).includes(role);

for (const call of ofCustomers) {
  test(`${call.name}: which members of an account may call it, and for which sites`, async () => {
    const { world: shared, objects, limitedTo } = isShared(call) ? read : await makeShared();
    for (const role of MEMBER_ROLES) {
      const isOpen = memberMay(call.meta.member, { role, all_workloads: true });
      // What one role has changed is no object for the next.
      const world = isOpen && !isReading(call) ? await makeWorld(panel) : shared;
      const { code } = await sent(call, { role }, world, world === shared ? objects : await world.objects('owner'));
      assert.equal(code, isOpen ? expectedOf(call) : 'MEMBER_ROLE', role);
    }
    // Limited to a site that the call is not about, they get what another customer gets.
    const { owner, neighbour } = rowOf(call).outcome;
    for (const role of ['developer', 'read_only'] as const) {
      const { code, path, text } = await sent(call, { role, limitedTo }, shared, objects);
      if (isRefused(call, role)) assert.equal(code, 'MEMBER_ROLE', role);
      else if (call.meta.member === 'create') assert.equal(code, 'MEMBER_LIMITED', role);
      else if (owner !== neighbour) assert.equal(code, neighbour, role);
      // No list, number or search names the other site, unless the request does.
      if (isReading(call) && !path.includes(objects.fqdn)) assert.ok(!text.includes(objects.fqdn), `${role}: ${text}`);
    }
  });
}
