import { dialogs } from '#ui/dialogs/index.ts';
import classes from './conflict.module.css';

export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface OverwriteWords {
  readonly title: string;
  readonly text?: string;
  /** The heading of the labels. */
  readonly field?: string;
}

/** Shows the fields that another admin has saved with a different value, and asks whether to replace them. */
export function confirmOverwrite(
  { title, text = 'Replace the saved values with yours?', field = 'Field' }: OverwriteWords,
  rows: readonly Difference[],
): Promise<boolean> {
  const details = <ConflictTable rows={rows} field={field} />;
  return dialogs.confirm({ title, text, verb: 'Save mine', cancel: 'Keep editing', danger: true, details });
}

function ConflictTable({ rows, field }: { readonly rows: readonly Difference[]; readonly field: string }) {
  if (rows.length === 0) return <p>Both versions are the same.</p>;
  return (
    <table className={classes['conflict']}>
      <thead>
        <tr>
          <th scope="col">{field}</th>
          <th scope="col">Yours</th>
          <th scope="col">Saved</th>
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
