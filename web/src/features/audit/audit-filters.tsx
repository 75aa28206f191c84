import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetUrlState, UrlValues } from '#lib/url-state.ts';
import { DayRange, FieldGrid } from '#ui/form/index.ts';
import { actorChoice } from './actor-name.ts';
import { copy } from './audit.copy.ts';
import { auditChoicesQuery, type AUDIT_URL } from './audit.queries.ts';
import { actionText } from './describe-entry.ts';

const words = copy.filters;
const TYPING_MS = 300;

interface AuditFiltersProps {
  readonly url: UrlValues<typeof AUDIT_URL>;
  readonly setUrl: SetUrlState<typeof AUDIT_URL>;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The filters for actor, action, record and days. A change returns to the newest entry. */
export function AuditFilters({ url, setUrl, isFiltered, onClear }: AuditFiltersProps) {
  const { data } = useQuery(auditChoicesQuery());
  const set = (change: Partial<UrlValues<typeof AUDIT_URL>>): void => setUrl({ ...change, before: '', after: '' });
  const actors = (data?.actors ?? [])
    .filter(({ id }) => id !== '')
    .map((actor) => ({ value: actor.id, label: actorChoice(actor) }));
  const actions = (data?.actions ?? []).map((action) => ({ value: action, label: actionText(action) }));
  return (
    <FieldGrid width="11rem" align="end">
      <Select
        label={words.actor}
        placeholder={words.all}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${words.actor}` }}
        data={withChosen(actors, url.actor)}
        value={url.actor === '' ? null : url.actor}
        onChange={(actor) => set({ actor: actor ?? '' })}
      />
      <Select
        label={words.action}
        placeholder={words.all}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${words.action}` }}
        data={withChosen(actions, url.action)}
        value={url.action === '' ? null : url.action}
        onChange={(action) => set({ action: action ?? '' })}
      />
      <RecordField
        key={url.recordId}
        recordId={url.recordId}
        onChange={(recordId) => set({ recordId, recordType: '' })}
      />
      <DayRange value={url} labels={words.days} onChange={set} />
      {isFiltered && (
        <Button variant="default" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </FieldGrid>
  );
}

/** Keeps the typed text. The URL follows a moment later. */
function RecordField({
  recordId,
  onChange,
}: {
  readonly recordId: string;
  readonly onChange: (recordId: string) => void;
}) {
  const [typed, setTyped] = useState(recordId);
  const tell = useDebouncedCallback(onChange, TYPING_MS);
  return (
    <TextInput
      label={words.record}
      value={typed}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}

/** Adds the value of the URL if the options do not contain it (yet). */
function withChosen(
  choices: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): { value: string; label: string }[] {
  const known = choices.some(({ value }) => value === chosen);
  return chosen === '' || known ? [...choices] : [...choices, { value: chosen, label: chosen }];
}
