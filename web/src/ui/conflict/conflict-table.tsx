import classes from './conflict.module.css';

/** One field with two different values. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictTableProps {
  readonly rows: readonly Difference[];
  readonly words: {
    readonly field: string;
    readonly mine: string;
    readonly theirs: string;
    /** Shown if no field differs. */
    readonly same?: string;
  };
}

/** Shows the fields that another admin has saved with a different value, beside the user's own values. */
export function ConflictTable({ rows, words }: ConflictTableProps) {
  if (rows.length === 0) return <p>{words.same}</p>;
  return (
    <table className={classes['conflict']}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.mine}</th>
          <th scope="col">{words.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.label}-${index}`}>
            <th scope="row">{row.label}</th>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
