import { useMemo, useState } from 'react';

export interface SelectedRows<Row> {
  /** Selects every matching row on all pages. `rows` is then empty. */
  readonly allMatching: boolean;
  readonly rows: readonly Row[];
}

type Entries<Row> = readonly (readonly [string, Row])[];

export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly allMatching: boolean;
  readonly isSelected: (id: string) => boolean;
  /** Selects or deselects. `inSight`: the rows that stay selected when the user deselects one of "all that match". */
  readonly set: (entries: Entries<Row>, selected: boolean, inSight: Entries<Row>) => void;
  /** Removes rows that no longer exist. */
  readonly forget: (ids: readonly string[]) => void;
  readonly selectAllMatching: () => void;
  readonly clear: () => void;
}

interface State<Row> {
  readonly belongsTo: string;
  readonly rows: ReadonlyMap<string, Row>;
  readonly allMatching: boolean;
}

/** Returns a new selection with the entries added or removed. */
export function withRows<Row>(
  { rows, allMatching }: Pick<State<Row>, 'rows' | 'allMatching'>,
  entries: Entries<Row>,
  selected: boolean,
  inSight: Entries<Row>,
): ReadonlyMap<string, Row> {
  const next = new Map(allMatching ? inSight : rows);
  for (const [id, row] of entries) {
    if (selected) next.set(id, row);
    else next.delete(id);
  }
  return next;
}

/**
 * The selected rows of a list, on all its pages. Pass `list.filterKey`: a change of filters clears the selection.
 * @public
 */
export function useSelection<Row>(filterKey: string): Selection<Row> {
  const [state, setState] = useState<State<Row>>({ belongsTo: filterKey, rows: new Map(), allMatching: false });
  return useMemo(() => {
    const nothing: State<Row> = { belongsTo: filterKey, rows: new Map(), allMatching: false };
    const current = (of: State<Row>): State<Row> => (of.belongsTo === filterKey ? of : nothing);
    const { rows, allMatching } = current(state);
    return {
      rows,
      allMatching,
      isSelected: (id) => allMatching || rows.has(id),
      set: (entries, selected, inSight) =>
        setState((previous) => ({ ...nothing, rows: withRows(current(previous), entries, selected, inSight) })),
      forget: (ids) =>
        setState((previous) => ({
          ...previous,
          rows: new Map([...previous.rows].filter(([id]) => !ids.includes(id))),
        })),
      selectAllMatching: () => setState({ ...nothing, allMatching: true }),
      clear: () => setState(nothing),
    };
  }, [state, filterKey]);
}
