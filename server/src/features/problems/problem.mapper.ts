import type { Problem } from '@muneem/contract/problems';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { isoDates } from '#platform/http/index.ts';
import type { ProblemRow } from './problems.repository.ts';

export const toProblem = ({ uid, userName, userEmail, userDeleted: _, ...row }: ProblemRow): Problem => ({
  ...isoDates(row),
  userId: uid,
  userName: userName ?? USER_DEFAULTS.name,
  userEmail: userEmail ?? USER_DEFAULTS.email,
});
