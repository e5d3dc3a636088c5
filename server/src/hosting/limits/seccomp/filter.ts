import {
  ALLOW,
  answer,
  ARCHITECTURE_AT,
  argumentAt,
  encode,
  fail,
  KILL_PROCESS,
  load,
  NUMBER_AT,
  skipIfEqual,
  when,
} from './bpf.ts';
import type { Instruction } from './bpf.ts';
import { ENOSYS } from './errno.ts';
import { LAST_KNOWN_CALL, RULES } from './rules.ts';
import type { Condition, Rule } from './rules.ts';

/** `AUDIT_ARCH_*` of linux/audit.h, and its column in the rules. */
const ARCHITECTURES = { x64: { audit: 0xc000003e, column: 0 }, arm64: { audit: 0xc00000b7, column: 1 } } as const;
export type FilteredArch = keyof typeof ARCHITECTURES;

/**
 * The seccomp filter of hosted code, for bubblewrap's `--seccomp`. Calls of a 32-bit program end the process, because
 * their numbers mean something else; those of x32 are above every known number. Null on an unsupported processor.
 */
export function seccompFilter(arch: string): Buffer | null {
  return arch === 'x64' || arch === 'arm64' ? encode(compile(arch)) : null;
}

export function compile(arch: FilteredArch): Instruction[] {
  const { audit, column } = ARCHITECTURES[arch];
  const rules = RULES.flatMap((rule) => {
    const number = rule.call[column];
    return number === null ? [] : when('equals', number, body(rule));
  });
  return [
    load(ARCHITECTURE_AT),
    ...unlessEqual(audit, [answer(KILL_PROCESS)]),
    load(NUMBER_AT),
    ...when('atLeast', LAST_KNOWN_CALL + 1, [answer(fail(ENOSYS))]),
    ...rules,
    answer(ALLOW),
  ];
}

function body({ errno, if: conditions }: Rule): Instruction[] {
  if (conditions === undefined) return [answer(fail(errno))];
  return [
    ...conditions.flatMap((condition) => [
      load(argumentAt(condition.argument)),
      ...refusal(condition, fail(condition.errno ?? errno)),
    ]),
    answer(ALLOW),
  ];
}

function refusal(condition: Condition, action: number): Instruction[] {
  if ('anyBit' in condition) return when('anyBit', condition.anyBit, [answer(action)]);
  if ('oneOf' in condition) return condition.oneOf.flatMap((value) => when('equals', value, [answer(action)]));
  // Each allowed value jumps over the rest of the list and the rejection behind it.
  const { noneOf } = condition;
  return [...noneOf.map((value, index) => skipIfEqual(value, noneOf.length - index)), answer(action)];
}

/** Skips `then` when the loaded word is the value. */
function unlessEqual(value: number, then: Instruction[]): Instruction[] {
  return [skipIfEqual(value, then.length), ...then];
}
