import { actionText } from '@muneem/contract/audit';
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetUrlState, UrlValues } from '#lib/url-state.ts';
import { DayRange } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { copy } from './audit.copy.ts';
import { auditChoicesQuery, type AUDIT_URL } from './audit.queries.ts';
import { actorChoice } from './describe-entry.ts';

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
    <FieldGrid width="11rem" mb="md">
      <Choice label={words.actor} data={actors} value={url.actor} onChange={(actor) => set({ actor })} />
      <Choice label={words.action} data={actions} value={url.action} onChange={(action) => set({ action })} />
      <RecordField
        key={url.recordId}
        recordId={url.recordId}
        onChange={(recordId) => set({ recordId, recordType: '' })}
      />
      <DayRange value={url} labels={words.days} onChange={set} />
      {isFiltered && (
        <Button variant="default" mt="1.5rem" onClick={onClear}>
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

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A searchable select. The value of the URL is added if the options do not contain it (yet). */
function Choice({ label, data, value, onChange }: ChoiceProps) {
  const isKnown = value === '' || data.some((option) => option.value === value);
  return (
    <Select
      label={label}
      placeholder={words.all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      data={isKnown ? data : [...data, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
