import * as z from '#schema';
import { ownPasswordField } from '../auth/index.ts';
import { routesOf, success } from '../http/index.ts';
import { userUid } from './users.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('users');

const params = z.object({ uid: userUid() });
/** The admin's own password. A wrong one is `invalid_otp` at its field, never 401. */
const body = z.object({ password: ownPasswordField });
const limit = { max: 30, windowS: 900 };

/** Maximum rows of each section of an export. */
export const PERSONAL_DATA_ROWS = 100_000;

const rows = z.array(z.record(z.string(), z.unknown()));

/** Everything about one user: a section for each table, with the rows as they are stored. */
export const personalData = z.object({
  uid: z.string(),
  exportedAt: z.iso.datetime(),
  /** Sections with more than PERSONAL_DATA_ROWS rows. They have the newest ones. */
  cutShort: z.array(z.string()),
  sections: z.record(z.string(), rows),
});
export type PersonalData = z.infer<typeof personalData>;

export const exportPersonalData = defineRoute({
  method: 'POST',
  path: '/api/users/:uid/personal-data',
  right: rights.deleteUsers,
  summary: 'Everything that is stored about one user, also a deleted one. Asks for your password',
  params,
  body,
  answer: success({ personalData }),
  limit,
});

export const eraseUser = defineRoute({
  method: 'POST',
  path: '/api/users/:uid/erase',
  right: rights.deleteUsers,
  summary:
    'Deletes a user and removes the personal data from every table. The ledger and the amounts stay. Cannot be undone. Asks for your password',
  params,
  body,
  answer: success({ message: z.string(), erasedAt: z.iso.datetime() }),
  limit,
});
