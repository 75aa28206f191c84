import { DEFAULT_LIST_LIMIT } from '@muneem/contract/http';
import * as api from '@muneem/contract/problems';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { answerOnce, registerRoute, type HttpServer, type HandlerAnswer } from '#platform/http/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import { deleteProblem } from './delete-problem.ts';
import { getProblem } from './get-problem.ts';
import { toProblem } from './problem.mapper.ts';
import { countProblems, listProblemRows } from './problems.repository.ts';
import { reportProblem } from './report-problem.ts';
import { respondToProblem } from './respond-to-problem.ts';

interface ProblemDependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly mailer: Mailer;
  readonly systemName: () => string;
}

type Reported = HandlerAnswer<typeof api.reportProblem>;

const EVERYTHING = { search: '', status: 'all', type: 'all' } as const;

export function registerProblemRoutes(http: HttpServer, dependencies: ProblemDependencies): void {
  const { database, clock } = dependencies;

  registerRoute(http, api.listProblems, async ({ query, reply }) => {
    const { search, status, type, sort, order } = query;
    const page = query.page ?? 1;
    const limit = query.limit ?? DEFAULT_LIST_LIMIT;
    const filter = { search, status, type };
    const [rows, total] = await Promise.all([
      listProblemRows(database, filter, { sort, order, limit, offset: (page - 1) * limit }),
      countProblems(database, filter),
    ]);
    const problems = rows.map(toProblem);
    void reply.header('x-total-count', String(total));
    if (query.page === undefined && query.limit === undefined) return problems;
    const [totalProblems, openProblems] = await Promise.all([
      countProblems(database, EVERYTHING),
      countProblems(database, { ...EVERYTHING, status: 'open' }),
    ]);
    return { problems, total, totalProblems, openProblems, page, limit };
  });

  registerRoute(http, api.getProblem, async ({ params }) => ({
    problem: await getProblem(database, params.id),
  }));

  registerRoute(http, api.reportProblem, (context) => {
    const { params, body, actor, request } = context;
    const report = (keep?: (tx: Tx, answer: Reported) => Promise<void>): Promise<Reported> =>
      transaction(database, async (tx) => {
        const problem = await reportProblem(tx, { clock }, params.uid, body, actor);
        const answer = { message: 'Problem reported successfully', problem };
        await keep?.(tx, answer);
        return answer;
      });
    return request.headers['idempotency-key'] === undefined
      ? report()
      : answerOnce(dependencies, context, (once) => report((tx, answer) => once.keep(tx, answer)));
  });

  registerRoute(http, api.respondToProblem, async ({ params, body, actor }) => ({
    message: 'Problem updated successfully',
    ...(await respondToProblem(dependencies, params, body, actor)),
  }));

  registerRoute(http, api.deleteProblem, async ({ params, actor }) => {
    await deleteProblem(database, params, actor);
    return { message: 'Problem deleted successfully' };
  });
}
