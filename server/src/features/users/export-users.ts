import { Readable } from 'node:stream';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { listUsersAfter, type ListedUser } from './users.repository.ts';

const PAGE = 1_000;
const HEADINGS = [
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
/** Spreadsheets then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Every user that matches as lines of CSV, newest first, page by page. Who took them out is written down first. */
export async function exportUsers(database: Database, search: string, actor: Actor): Promise<Readable> {
  await transaction(database, (tx) =>
    writeAudit(tx, { actor, action: 'users.export', entityType: 'user', entityId: '*', after: { search } }),
  );
  return Readable.from(csvLines(database, search));
}

async function* csvLines(database: Database, search: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let page: ListedUser[] = [];
  do {
    page = await listUsersAfter(database, search, page.at(-1)?.id, PAGE);
    yield page.map((user) => csvLine(cells(user))).join('');
  } while (page.length === PAGE);
}

const cells = (user: ListedUser): string[] => [
  user.uid,
  user.name ?? USER_DEFAULTS.name,
  user.email ?? USER_DEFAULTS.email,
  user.phone ?? USER_DEFAULTS.phone,
  user.gender ?? USER_DEFAULTS.gender,
  String(user.coins),
  String(user.completedCount),
  user.createdAt.toISOString(),
  user.referralCode ?? '',
  user.usedReferralCode ?? '',
];

const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** A spreadsheet would run a text that begins like a formula: a leading ' makes it text. */
function csvCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
