import { t } from '@panel/core';
import { PackageName } from '@panel/contract/release';
import { OwnedPackages, TeamName } from '@panel/contract/team';
import * as v from 'valibot';

const named = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
const wrongIn = (text: string): string | undefined => named(text).find((name) => !v.is(PackageName, name));

/** The form of a team: packages are typed, because a new one has no release yet. */
export const TeamForm = v.object({
  name: TeamName,
  packages: v.pipe(
    v.string(),
    v.check(
      (text) => wrongIn(text) === undefined,
      ({ input }) =>
        t('“{name}” is not a package. Use the id of a remote, such as mf-orders, or shell.', {
          name: wrongIn(input) ?? '',
        }),
    ),
    v.transform((text) => [...new Set(named(text))]),
    OwnedPackages,
  ),
});
