import { sql } from '@muneem/server/platform/database/index.ts';
import type { ListServer } from '../lists/list-server.ts';
import type { Known } from './compare-sheets.ts';

export const USER_COLUMNS = [
  'User ID',
  'Name',
  'Email',
  'Phone',
  'Gender',
  'Coins',
  'Completed Offers',
  'Joined On',
  'Referral Code',
  'Used Referral',
];

export const CONVERSION_COLUMNS = [
  'Click ID',
  'Conversion ID',
  'User Name',
  'User Email',
  'Offer Name',
  'Event',
  'Source',
  'Status',
  'User Payout',
  'Total Payout',
  'Click IP',
  'Conversion IP',
  'City',
  'State',
  'Country',
  'Created Date',
];

const PORTION = 50_000;

/** Reads the users from the database, newest first, without earnings and completed offers. */
export async function* knownUsers({ database }: Pick<ListServer, 'database'>): AsyncGenerator<readonly Known[]> {
  for (let before: string | undefined; ;) {
    const users = await database.query<
      { id: string; createdAt: Date } & Record<(typeof USER_TEXTS)[number], string | null>
    >(sql`
      select id, uid, name, email, phone, gender, created_at, referral_code, used_referral_code from users
      where ${before ?? null}::bigint is null or id < ${before ?? null}::bigint order by id desc limit ${PORTION}`);
    for (const user of users) {
      const [uid, name, email, phone, gender, own, used] = USER_TEXTS.map((field) => user[field] ?? '') as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      yield [uid, name, email, phone, gender, 0, 0, user.createdAt, own, used];
    }
    before = users.at(-1)?.id;
    if (users.length < PORTION) return;
  }
}

const USER_TEXTS = ['uid', 'name', 'email', 'phone', 'gender', 'referral_code', 'used_referral_code'] as const;

/** Reads the conversions with their users from the database, newest first. */
export async function* knownConversions({ database }: Pick<ListServer, 'database'>): AsyncGenerator<readonly Known[]> {
  const rows = await database.query<{
    cells: (string | null)[];
    userPaise: string;
    totalPaise: string;
    createdAt: Date;
  }>(sql`
    select array[c.click_id, c.id, u.name, u.email, o.title, c.event_name, c.source, c.status,
        host(c.click_ip), host(c.conversion_ip), c.city, c.state, c.country] as cells,
      c.user_payout_paise as user_paise, c.total_payout_paise as total_paise, c.created_at
    from conversions c join users u on u.id = c.user_id join offers o on o.id = c.offer_id order by c.created_at desc, c.id desc`);
  for (const { cells, userPaise, totalPaise, createdAt } of rows) {
    const texts = cells.map((text) => text ?? '');
    yield [...texts.slice(0, 8), Number(userPaise) / 100, Number(totalPaise) / 100, ...texts.slice(8), createdAt];
  }
}
