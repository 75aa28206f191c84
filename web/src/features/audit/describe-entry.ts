import type { AuditEntry } from '@muneem/contract/audit';

/** One field that an entry speaks of. A side that it does not speak of is undefined. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Facts = ReadonlyMap<string, string>;

/** `withdrawals.retry-payment` → `Withdrawals: retry payment`. */
export function actionText(action: string): string {
  const [feature = '', ...verbs] = action.split('.');
  const words = (text: string): string => text.replaceAll(/[-_]/g, ' ');
  const subject = words(feature);
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}${verbs.length === 0 ? '' : `: ${words(verbs.join(' '))}`}`;
}

/** Every field of before and after side by side, nested ones by their path (`events.0.eventCap`); what is equal is left out. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after);
}

/** The fields in short, for a line of a list. */
export function changeSummary(entry: Pick<AuditEntry, 'before' | 'after'>): string {
  const changes = fieldChanges(entry);
  return changes
    .slice(0, 3)
    .map(({ field, before, after }) =>
      before !== undefined && after !== undefined
        ? `${field}: ${cut(before)} → ${cut(after)}`
        : `${field}: ${cut(after ?? before ?? '')}`,
    )
    .concat(changes.length > 3 ? [`and ${changes.length - 3} more`] : [])
    .join(' · ');
}

const cut = (text: string): string => (text.length > 32 ? `${text.slice(0, 31)}…` : text === '' ? '(empty)' : text);

function flat(value: unknown, path = '', into = new Map<string, string>()): Facts {
  if (value === null || value === undefined) {
    if (path !== '') into.set(path, '');
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) flat(inner, path === '' ? name : `${path}.${name}`, into);
  } else {
    into.set(path === '' ? 'value' : path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return into;
}
