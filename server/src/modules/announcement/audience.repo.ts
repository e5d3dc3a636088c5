import { ANNOUNCEMENT_PLANS, sectionOn, WORKLOAD_SECTIONS, type AnnouncementRow } from '@panel/contract';
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { partner, user, workload } from '../../db/schema.ts';
import { isApp } from '../../db/section.ts';

type Audience = Pick<AnnouncementRow, 'sections' | 'plans'>;
/** What a customer has, without duplicates. */
export type Holding = { section: AnnouncementRow['sections'][number]; plan: string };

const holdingColumns = {
  section: sql<Holding['section']>`case when ${isApp(workload)} then 'applications' else 'sites' end`,
  // A trial counts as its plan.
  plan: sql<string>`regexp_replace(${workload.planType}, '[ _](WITH_)?TRIAL$', '')`,
};

/** What these customers have in the sections of a partner, by customer. */
export async function holdingsOf(db: Database, userIds: readonly string[]): Promise<Map<string, Holding[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectDistinct({ userId: sql<string>`${workload.customerId}`, ...holdingColumns })
    .from(workload)
    .where(and(inArray(workload.customerId, [...userIds]), isNull(workload.binnedAt)));
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Whether an announcement is for everybody, whatever they have. */
export const isForAll = ({ sections, plans }: Audience): boolean => sections.length === 0 && plans.length === 0;

/** Whether an announcement concerns who has these: something in one of its sections and on one of its plans. */
export function concerns(
  { sections, plans }: Audience,
  holdings: readonly Holding[],
  { attributes, isSpecial }: Pick<PartnerRow, 'attributes' | 'isSpecial'>,
): boolean {
  if (isForAll({ sections, plans })) return true;
  const shown = WORKLOAD_SECTIONS.filter((section) => sectionOn({ attributes, is_nucal_partner: isSpecial }, section));
  const [inSections, onPlans] = [sections.length > 0 ? sections : shown, plans.length > 0 ? plans : ANNOUNCEMENT_PLANS];
  return holdings.some(
    ({ section, plan }) =>
      shown.includes(section) && inSections.includes(section) && onPlans.some((each) => each === plan),
  );
}

export type Reader = { user: UserRow; partner: PartnerRow };

/**
 * Customers with an open account, of one partner or of all, by id and after `afterId`. Not those who have never come in: nobody has
 * confirmed that their address is theirs.
 */
export const openCustomers = (
  db: Database,
  { partnerId, afterId, limit }: { partnerId: string | null; afterId: string | null; limit: number },
): Promise<Reader[]> =>
  db
    .select({ user, partner })
    .from(user)
    .innerJoin(partner, eq(partner.id, user.partnerId))
    .where(
      and(
        eq(user.role, 'customer'),
        openAccount(user),
        or(isNotNull(user.passwordHash), isNotNull(user.lastSignInAt)),
        openAccount(partner),
        partnerId === null ? undefined : eq(user.partnerId, partnerId),
        afterId === null ? undefined : gt(user.id, afterId),
      ),
    )
    .orderBy(asc(user.id))
    .limit(limit);
