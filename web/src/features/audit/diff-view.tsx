import type { AuditEntry } from '@muneem/contract/audit';
import { Text } from '@mantine/core';
import { NOTHING } from '#lib/format.ts';
import { copy } from './audit.copy.ts';
import classes from './audit.module.css';
import { fieldChanges } from './describe-entry.ts';

const words = copy.details;

/** Shows before and after, field by field. Each side has its own column and mark, not only a colour. */
export function DiffView({ entry }: { readonly entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const changes = fieldChanges(entry);
  if (changes.length === 0) return <Text c="dimmed">{words.noFields}</Text>;
  return (
    <div className={classes['diffFrame']} role="region" aria-label={`${words.before}, ${words.after}`} tabIndex={0}>
      <table className={classes['diff']}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-side={before === undefined ? undefined : 'before'}>
                <Value text={before} />
              </td>
              <td data-side={after === undefined ? undefined : 'after'}>
                <Value text={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return NOTHING;
  return text === '' ? <i>(empty)</i> : text;
}
