import classes from './conflict.module.css';

/** One field that two people gave different values. */
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
    /** When nothing differs any more. */
    readonly same: string;
  };
}

/** What a person is about to save beside what somebody else has saved meanwhile: only the fields that differ. */
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
