import type { Problem } from '@muneem/contract/problems';
import { __iconNode as eye } from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { __iconNode as reply } from '@tabler/icons-react/dist/esm/icons/IconMessageReply.mjs';
import { __iconNode as trash } from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { columnsOf, RowIconButton, RowIconLink, RowIcons, type Column } from '#ui/data-table/index.ts';
import { DateTime, Glyph, glyphOf, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { deleteProblem } from './delete-problem.tsx';
import { problemAge } from './problem-age.ts';
import { problemStatus } from './problem-status.ts';
import { copy, TYPE_LABELS } from './problems.copy.ts';

const EYE = glyphOf(eye);
const REPLY = glyphOf(reply);
const TRASH = glyphOf(trash);
const EXCERPT_LENGTH = 200;

export const problemColumns = (onRespond: (problem: Problem) => void): readonly Column<Problem>[] =>
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
      cell: (row) => (
        <RowIcons>
          <RowIconLink
            tip={copy.view}
            name={`${copy.view}: ${row.title}`}
            link={{ to: '/problems', search: (before) => ({ ...before, problem: row.id }) }}
          >
            <Glyph path={EYE} />
          </RowIconLink>
          <RowIconButton tip={copy.respond} name={`${copy.respond}: ${row.title}`} onClick={() => onRespond(row)}>
            <Glyph path={REPLY} />
          </RowIconButton>
          <RowIconButton
            tip={copy.delete}
            name={`${copy.delete}: ${row.title}`}
            danger
            onClick={() => void deleteProblem(row)}
          >
            <Glyph path={TRASH} />
          </RowIconButton>
        </RowIcons>
      ),
    },
  });

function Created({ problem }: { readonly problem: Problem }) {
  const { text, isLate } = problemAge(problem, new Date());
  return <TwoLines first={<DateTime value={problem.createdAt} />} second={text} look={isLate ? 'late' : undefined} />;
}
