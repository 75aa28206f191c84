import { hasRight, rights, ROLE_NAMES, ROLES, type Right } from '@muneem/contract/rights';
import { csvText } from '#lib/csv.ts';
import { capitalized } from '#lib/format.ts';
import { copy } from './admins.copy.ts';

/** Each group of rights begins at this one, in the order of their declaration. */
const GROUPS: Partial<Readonly<Record<keyof typeof rights, string>>> = {
  useAccount: 'Account',
  seeUsers: 'Users',
  seeOffers: 'Offers and networks',
  seePostbacks: 'Postbacks and Smart Poll',
  seeOfferClaims: 'Offer claims and evidence',
  seeOwedCoins: 'Owed coins',
  seeReports: 'Reports',
  seeManualPayments: 'Payments',
  seeProblems: 'User problems',
  seeAudit: 'Administration',
};

export interface RightsGroup {
  readonly title: string;
  readonly rights: readonly { readonly name: string; readonly text: string; readonly right: Right }[];
}

/** All rights, in groups. */
export const RIGHTS: readonly RightsGroup[] = Object.entries<Right>(rights).reduce<RightsGroup[]>(
  (groups, [name, right]) => {
    const title = GROUPS[name as keyof typeof rights];
    const row = { name, text: capitalized(right.does), right };
    const last = groups.at(-1);
    if (title !== undefined || last === undefined) return [...groups, { title: title ?? '', rights: [row] }];
    return [...groups.slice(0, -1), { ...last, rights: [...last.rights, row] }];
  },
  [],
);

/** The same table as the text of a file. */
export const rightsCsv = (): string =>
  csvText([
    ['Area', copy.roles.right, ...ROLES.map((role) => ROLE_NAMES[role])],
    ...RIGHTS.flatMap((group) =>
      group.rights.map(({ text, right }) => [
        group.title,
        text,
        ...ROLES.map((role) => (hasRight(role, right) ? copy.roles.yes : copy.roles.no)),
      ]),
    ),
  ]);
