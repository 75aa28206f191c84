import { AUDIT_ACTOR_NAMES, inWords, type AuditActor, type AuditEntry } from '@muneem/contract/audit';
import { SETTING_NAMES } from '@muneem/contract/settings';
import { capitalized, formatRupees } from '#lib/format.ts';

/** One field of an entry. A side without a value is undefined. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type FlatValues = ReadonlyMap<string, string>;

/** A field with an amount in paise. It is shown in rupees. */
const PAISE = /Paise$/;

/** `events.0.eventCap` → `Events 1, event cap`; a setting has the name of its field on the Settings screen. */
const fieldText = (path: string): string =>
  (SETTING_NAMES as Readonly<Record<string, string>>)[path] ??
  capitalized(
    path
      .replace(PAISE, '')
      .replaceAll(/\.(\d+)(?=\.|$)/g, (_, index: string) => ` ${Number(index) + 1}`)
      .split('.')
      .map(inWords)
      .join(', '),
  );

/** `custom_postback` and its id → `Custom postback cpb_1`; there is one record of the settings, which has no id. */
export const recordText = ({ recordType, recordId }: Pick<AuditEntry, 'recordType' | 'recordId'>): string =>
  capitalized(inWords(recordType)) + (recordId === recordType ? '' : ` ${recordId}`);

/**
 * Lists every field of before and after side by side. Nested fields get a path (`events.0.eventCap`). Equal fields are
 * left out.
 */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .map((field) => ({ field: fieldText(field), before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after);
}

/** Summarises the fields for a list row. */
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

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function flat(value: unknown, path = '', into = new Map<string, string>()): FlatValues {
  if (value === null || value === undefined) {
    if (path !== '') into.set(path, '');
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) flat(inner, path === '' ? name : `${path}.${name}`, into);
  } else {
    // A field list contains field codes.
    const text = path.startsWith('fields.')
      ? fieldText(String(value))
      : PAISE.test(path) && typeof value === 'number'
        ? formatRupees(value / 100)
        : textOf(value);
    into.set(path === '' ? 'value' : path, text);
  }
  return into;
}

/** Returns the actor's name, or its kind if the name is empty. */
export const actorName = ({ kind, name }: AuditActor): string =>
  kind === 'admin' || name === ''
    ? name || AUDIT_ACTOR_NAMES[kind]
    : kind === 'anonymous'
      ? `${name} (${AUDIT_ACTOR_NAMES[kind].toLowerCase()})`
      : name;

/** The actor as a filter option, without an email address. */
export const actorChoice = ({ kind, name }: AuditActor): string => (kind === 'admin' ? name : AUDIT_ACTOR_NAMES[kind]);
