import type { Problem } from '@muneem/contract/problems';
import { ActionIcon } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconMessageReply from '@tabler/icons-react/dist/esm/icons/IconMessageReply.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { columnsOf, type Column } from '#ui/data-table/index.ts';
import { DateTime, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { problemAge } from './problem-age.ts';
import { problemStatus } from './problem-status.ts';
import { copy, TYPE_LABELS } from './problems.copy.ts';
import classes from './problems.module.css';

const EXCERPT_LENGTH = 200;

type Act = (problem: Problem) => void;

export const problemColumns = (onRespond: Act, onDelete: Act): readonly Column<Problem>[] =>
  columnsOf(copy.columns, {
    user: { width: 190, cell: (row) => <TwoLines first={row.userName} second={row.userEmail} /> },
    problem: {
      width: 300,
      cell: (row) => <TwoLines first={row.title} second={row.description.slice(0, EXCERPT_LENGTH)} look="excerpt" />,
    },
    type: { width: 100, cell: (row) => TYPE_LABELS[row.type] },
    status: {
      sort: 'status',
      width: 120,
      cell: (row) => (
        <StatusBadge {...problemStatus(row.status)} reason={row.adminResponse?.slice(0, EXCERPT_LENGTH)} />
      ),
    },
    created: { sort: 'createdAt', width: 170, cell: (row) => <Created problem={row} /> },
    updated: { sort: 'updatedAt', width: 170, cell: (row) => <DateTime value={row.updatedAt} /> },
    actions: {
      kind: 'actions',
      width: 120,
      cell: (row) => <Actions problem={row} onRespond={onRespond} onDelete={onDelete} />,
    },
  });

function Created({ problem }: { readonly problem: Problem }) {
  const { text, isLate } = problemAge(problem, new Date());
  return <TwoLines first={<DateTime value={problem.createdAt} />} second={text} look={isLate ? 'late' : undefined} />;
}

interface ActionsProps {
  readonly problem: Problem;
  readonly onRespond: Act;
  readonly onDelete: Act;
}

function Actions({ problem, onRespond, onDelete }: ActionsProps) {
  return (
    <span className={classes['actions']}>
      <ActionIcon
        aria-label={`${copy.view}: ${problem.title}`}
        data-tip={copy.view}
        renderRoot={(props) => (
          <Link to="/problems" search={(before: object) => ({ ...before, problem: problem.id })} {...props} />
        )}
      >
        <IconEye size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={`${copy.respond}: ${problem.title}`}
        data-tip={copy.respond}
        onClick={() => onRespond(problem)}
      >
        <IconMessageReply size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        color="red"
        aria-label={`${copy.delete}: ${problem.title}`}
        data-tip={copy.delete}
        onClick={() => onDelete(problem)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
