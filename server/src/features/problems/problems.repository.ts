import type { NewProblem, Problem, ProblemStatus, ProblemType } from '@muneem/contract/problems';
import {
  allOf,
  containsPattern,
  raw,
  sql,
  type Queryable,
  type RowOf,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';

/** A problem with its user, also if the user is deleted. */
export interface ProblemRow extends RowOf<Problem, 'userId' | 'userName' | 'userEmail'> {
  readonly uid: string;
  readonly userName: string | null;
  readonly userEmail: string | null;
  readonly userDeleted: boolean;
}

const COLUMNS = raw(`p.id, u.uid, u.name as user_name, u.email as user_email,
  u.deleted_at is not null as user_deleted, p.title, p.description, p.type, p.status, p.attachments,
  p.admin_response, p.responded_by, p.responded_at,
  p.created_at, p.updated_at, p.resolved_at, p.version`);

interface ProblemFilter {
  readonly search: string;
  readonly status: ProblemStatus | 'all';
  readonly type: ProblemType | 'all';
}

interface ProblemPage {
  readonly sort: 'createdAt' | 'updatedAt' | 'status';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const orderBy = ({ sort, order }: ProblemPage): Sql => {
  const by = {
    createdAt: `p.created_at ${order}, p.id ${order}`,
    updatedAt: `p.updated_at ${order}, p.id ${order}`,
    status: `p.status ${order}, p.created_at desc, p.id desc`,
  };
  return raw(by[sort]);
};

function matches({ search, status, type }: ProblemFilter): Sql {
  return allOf([
    ...(search === '' ? [] : [sql`p.search_text like lower(${containsPattern(search)})`]),
    ...(status === 'all' ? [] : [sql`p.status = ${status}`]),
    ...(type === 'all' ? [] : [sql`p.type = ${type}`]),
  ]);
}

/** Finds the page's ids first, so that users are joined only for these rows. */
export async function listProblemRows(q: Queryable, filter: ProblemFilter, page: ProblemPage): Promise<ProblemRow[]> {
  const by = orderBy(page);
  return q.query<ProblemRow>(sql`
    with page as (
      select p.id, row_number() over (order by ${by}) as position from problems p
      where ${matches(filter)} order by ${by} limit ${page.limit} offset ${page.offset}
    )
    select ${COLUMNS} from page join problems p using (id) join users u on u.id = p.user_id order by page.position`);
}

export const countProblems = (q: Queryable, filter: ProblemFilter): Promise<number> =>
  q.getValue(sql`select count(*) from problems p where ${matches(filter)}`);

export const findProblem = (q: Queryable, id: string): Promise<ProblemRow | null> =>
  q.findOne(sql`select ${COLUMNS} from problems p join users u on u.id = p.user_id where p.id = ${id}`);

/** A user's problems, newest first. @param before only those older than this one of the user */
export const listProblemsOfUser = (
  q: Queryable,
  userId: number,
  { before, limit }: { before: ProblemRow | undefined; limit: number },
): Promise<ProblemRow[]> =>
  q.query<ProblemRow>(sql`
    select ${COLUMNS} from problems p join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${before ? sql`(p.created_at, p.id) < (${before.createdAt}, ${before.id})` : sql`true`}
    order by p.created_at desc, p.id desc limit ${limit}`);

export const lockProblem = (tx: Tx, uid: string, id: string): Promise<ProblemRow | null> =>
  tx.findOne(sql`
    select ${COLUMNS} from problems p join users u on u.id = p.user_id
    where p.id = ${id} and u.uid = ${uid} for update of p`);

interface InsertProblem extends NewProblem {
  readonly id: string;
  readonly userId: number;
  readonly createdAt: Date;
}

export async function insertProblem(tx: Tx, problem: InsertProblem): Promise<void> {
  const { id, userId, title, description, type, attachments, createdAt } = problem;
  await tx.execute(sql`
    insert into problems (id, user_id, title, description, type, attachments, created_at, updated_at, search_text)
    select ${id}, u.id, ${title}, ${description}, ${type}, ${attachments}::text[], ${createdAt}, ${createdAt},
      lower(concat_ws(' ', ${id}::text, ${title}::text, ${description}::text, u.uid, u.name, u.email))
    from users u where u.id = ${userId}`);
}

export type ProblemChange = Pick<
  ProblemRow,
  'status' | 'adminResponse' | 'respondedBy' | 'respondedAt' | 'resolvedAt' | 'updatedAt'
>;

export async function updateProblem(tx: Tx, id: string, change: ProblemChange): Promise<void> {
  await tx.execute(sql`
    update problems set status = ${change.status}, admin_response = ${change.adminResponse},
      responded_by = ${change.respondedBy}, responded_at = ${change.respondedAt}, resolved_at = ${change.resolvedAt},
      updated_at = ${change.updatedAt}, version = version + 1
    where id = ${id}`);
}

export async function deleteProblemRow(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from problems where id = ${id}`);
}
