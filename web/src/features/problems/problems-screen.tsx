import { rights } from '@muneem/contract/rights';
import { ApiError } from '@muneem/contract/http';
import type { Problem } from '@muneem/contract/problems';
import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { may } from '#lib/may.ts';
import { formatCount, formatNoun } from '#lib/format.ts';
import { flag, text, useUrlState } from '#lib/url-state.ts';
import { DataTable, ListFilter, useListState, useLiveList } from '#ui/data-table/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { CreateTestProblem } from './create-test-problem.tsx';
import { deleteProblem } from './delete-problem.tsx';
import { ProblemDetailsModal } from './problem-details-modal.tsx';
import { problemColumns } from './problem-columns.tsx';
import { copy, STATUS_LABELS, TYPE_LABELS } from './problems.copy.ts';
import classes from './problems.module.css';
import { PROBLEMS, problemsQuery, refreshProblems, type ProblemsPage } from './problems.queries.ts';
import { RespondModal } from './respond-modal.tsx';

const OPEN = { problem: text(), respond: flag() };
const NOUN = { one: 'problem', many: 'problems' };
const { filters } = copy;
const STATUSES = { all: filters.allStatuses, ...STATUS_LABELS };
const TYPES = { all: filters.allTypes, ...TYPE_LABELS };

/** Returns the specification's text for a failed list. Two kinds of failure have their own text. */
function listFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return copy.failed;
  return error.kind === 'timeout' ? copy.timedOut : error.kind === 'format' ? copy.badFormat : copy.failed;
}

/** Problems that users reported, open ones first (document 001 §2). */
function ProblemsScreen() {
  const list = useListState(PROBLEMS);
  const [{ problem: openId, respond }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...problemsQuery(list.query), placeholderData: keepPreviousData });
  const { data } = query;
  const live = useLiveList(query, list, { rows: 'problems', idOf: (row) => row.id });
  const close = useCallback(() => setOpen({ problem: '', respond: false }, { closes: true }), [setOpen]);
  const answer = useCallback((row: Problem) => setOpen({ problem: row.id, respond: true }), [setOpen]);
  const columns = useMemo(() => problemColumns(answer), [answer]);
  const listed = data?.problems.find(({ id }) => id === openId);

  return (
    <>
      <PageHeader
        aside={data && <Counts page={data} />}
        actions={
          <>
            {may(rights.answerProblems) && (
              <CreateTestProblem onShow={(id) => setOpen({ problem: id, respond: false })} />
            )}
            <RefreshButton onRefresh={() => refreshProblems().then(live.show)} />
          </>
        }
      />
      <DataTable
        name="problems"
        columns={columns}
        changes={rights.answerProblems}
        decides
        rowLines="two"
        {...live.table}
        counts={data && { shown: data.total, of: data.totalProblems }}
        rowLink={(row) => ({ to: '/problems', search: (before) => ({ ...before, problem: row.id }) })}
        rowShortcuts={[{ key: 'r', label: copy.respond, run: answer }]}
        search={copy.search}
        filters={
          <>
            <ListFilter list={list} name="status" aria-label={filters.status} options={STATUSES} />
            <ListFilter list={list} name="type" aria-label={filters.type} options={TYPES} />
          </>
        }
        noun={NOUN}
        texts={{ ...copy, failed: listFailure(query.error) }}
      />
      {openId !== '' &&
        (respond && may(rights.answerProblems) ? (
          <RespondModal id={openId} listed={listed} onClose={close} />
        ) : (
          <ProblemDetailsModal
            key={openId}
            id={openId}
            listed={listed}
            onClose={close}
            onRespond={() => setOpen({ respond: true })}
            onDelete={async (row, runDeletion) => {
              if (await deleteProblem(row, runDeletion)) close();
            }}
          />
        ))}
    </>
  );
}

function Counts({ page: { totalProblems, openProblems } }: { readonly page: ProblemsPage }) {
  return (
    <Group gap="0.375rem">
      <span className={classes['count']}>{formatNoun(totalProblems, NOUN.one, NOUN.many)}</span>
      {openProblems > 0 && (
        <Link to="/problems" search={{ status: 'open' }} className={classes['count']} data-open>
          {copy.open(formatCount(openProblems))}
        </Link>
      )}
    </Group>
  );
}

export { ProblemsScreen as component };
export { screenQueries as queries } from './problems.queries.ts';
