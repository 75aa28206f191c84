import type { UseQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { DataTable, type Column } from '#ui/data-table/index.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { Section } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './evidence.copy.ts';
import classes from './evidence.module.css';

interface Sums {
  readonly total: number;
  readonly totalCoins: number;
}

interface ReversalListProps<Row, Data extends Sums> {
  readonly name: string;
  readonly words: Readonly<Record<'title' | 'lead' | 'none' | 'noneText' | 'failed', string>>;
  readonly noun: { readonly one: string; readonly many: string };
  readonly query: UseQueryResult<Data>;
  readonly rowsOf: (data: Data) => readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/** A list of reversals with totals, on one page. */
export function ReversalList<Row, Data extends Sums>({
  name,
  words,
  noun,
  query: { data, isFetching, error, refetch },
  rowsOf,
  rowId,
  columns,
}: ReversalListProps<Row, Data>) {
  return (
    <Section
      title={words.title}
      actions={
        data && data.total > 0 ? (
          <span>{copy.sums(formatNoun(data.total, noun.one, noun.many), formatCoins(data.totalCoins))}</span>
        ) : undefined
      }
    >
      <p className={`${classes['lead']} ${classes['aboveTable']}`}>{words.lead}</p>
      <DataTable
        name={name}
        label={words.title}
        columns={columns}
        rowId={rowId}
        result={{ rows: data && rowsOf(data), total: data?.total, isFetching, error, refetch }}
        noun={noun}
        empty={{ title: words.none, text: words.noneText }}
        errorText={words.failed}
      />
    </Section>
  );
}

export const clickColumn = <Row extends { readonly clickId: string }>(header: string): Column<Row> => ({
  id: 'click',
  header,
  width: 150,
  cell: (row) => (
    <Link to="/clicks/$id" params={{ id: row.clickId }}>
      {copy.explain.evidence}
    </Link>
  ),
});

export const actionColumn = <Row,>(
  header: string,
  { verb, labelOf, act }: { verb: string; labelOf: (row: Row) => string; act: (row: Row) => Promise<void> },
): Column<Row> => ({
  id: 'actions',
  header,
  kind: 'actions',
  width: 110,
  cell: (row) => (
    <Button size="compact-sm" variant="default" aria-label={labelOf(row)} onClick={() => void act(row)}>
      {verb}
    </Button>
  ),
});

interface Decision {
  readonly decide: (reason: string) => Promise<unknown>;
  readonly done: string;
  readonly notDone: string;
  readonly reasonMissing: string;
}

/** Asks for a reason, sends the decision and reports the result. After a failure the reason stays. */
export function useDecision() {
  const client = useQueryClient();
  const dialogs = useDialogs();
  return async (question: string, { decide, done, notDone, reasonMissing }: Decision): Promise<void> => {
    await dialogs.prompt({
      text: question,
      multiline: true,
      validate: (reason) => (reason.trim() === '' ? reasonMissing : undefined),
      failure: notDone,
      run: async (reason) => {
        try {
          await decide(reason);
          toast.success(done);
        } finally {
          void client.invalidateQueries({ queryKey: ['evidence'] });
        }
      },
    });
  };
}
