import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inAudience, mayDo, STAFF_DUTIES, STAFF_ROLES, type StaffDuty, type StaffRole } from '@panel/contract';
import { startPanel, type Panel } from '../http/harness.ts';
import { rows, type Objects } from './access-rows.ts';
import { allCalls, type Call } from './calls.ts';
import { isReading, isShared, makeWorld, type World } from './fixture.ts';
import { DUTIES } from './staff-duties.ts';

let panel: Panel;
/** For calls that only read. */
let read: { world: World; objects: Objects };
before(async () => {
  panel = await startPanel({ tasks: true });
  read = await makeShared();
});
after(() => panel.close());

test('what is for some roles only is written down here, and everything else is for reading or one’s own account', () => {
  const declared = Object.fromEntries(
    Object.keys(STAFF_DUTIES)
      .filter((duty) => duty !== 'any')
      .map((duty) => [duty, allCalls.filter(({ meta }) => meta.staff === duty).map(({ name }) => name)]),
  );
  for (const [duty, names] of Object.entries(declared))
    assert.deepEqual(names.sort(), [...(DUTIES[duty as StaffDuty] ?? [])].sort(), duty);
});

test('a role that only reads reaches no call that changes more than the own account', () => {
  const changing = allCalls.filter(
    ({ method, meta }) =>
      meta.staff === 'any' &&
      ['signed-in', 'customer', 'staff'].includes(meta.audience) &&
      (method !== 'GET' || meta.changes),
  );
  const own = /^(security|passkey|notification|user|loginProvider)\./;
  assert.deepEqual(
    changing.map(({ name }) => name).filter((name) => !own.test(name)),
    DUTIES.any,
  );
});

async function makeShared(): Promise<typeof read> {
  const world = await makeWorld(panel);
  return { world, objects: await world.objects('admin') };
}

const rowOf = ({ name }: Call) => rows[name] as (typeof rows)[string];

async function codeOf(call: Call, role: StaffRole, world: World, objects: Objects): Promise<string> {
  const member = await panel.addUser(world.partner, 'admin', { staffRole: role });
  const browser = await panel.entered(world.partner, member);
  const { path, body } = rowOf(call).send(objects);
  const answer = isReading(call) ? await browser.get(path) : await browser.write(call.method, path, body);
  return answer.status < 300 ? 'ok' : String(answer.body['code']);
}

/** The test of access has the others: no member of a partner's staff may make them. */
const ofStaff = allCalls.filter(({ meta }) => inAudience(meta.audience, { role: 'admin' }));

for (const call of ofStaff) {
  test(`${call.name}: which roles of staff may call it`, async () => {
    const { world, objects } = isShared(call) ? read : await makeShared();
    const isOpen = (role: StaffRole) => mayDo(call.meta.staff, { role: 'admin', staff_role: role });
    for (const role of STAFF_ROLES.filter((one) => !isOpen(one)))
      assert.equal(await codeOf(call, role, world, objects), 'STAFF_ROLE', role);
    const [first = 'owner', ...others] = STAFF_ROLES.filter(isOpen);
    // The outcome there is an administrator's, who is an owner.
    assert.equal(await codeOf(call, first, world, objects), rowOf(call).outcome.admin, first);
    // What the first one has changed may be no object for the others: they come as far, and all of them equally.
    const later: string[] = [];
    for (const role of others) later.push(await codeOf(call, role, world, objects));
    const [second = 'ok'] = later.filter((code) => code !== rowOf(call).outcome.admin);
    assert.ok(!['STAFF_ROLE', 'FORBIDDEN', 'INTERNAL'].includes(second), second);
    for (const code of later) assert.ok([rowOf(call).outcome.admin, second].includes(code), `${others}: ${later}`);
  });
}
