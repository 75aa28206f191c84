import { Button, Code, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { copyToClipboard } from '#lib/clipboard.ts';
import { toast } from '#ui/toasts/index.ts';
import { NOTHING } from '#lib/format.ts';
import { copy } from './log.copy.ts';
import classes from './log.module.css';

/** A click id, linked to the evidence of the click. */
export function ClickLink({ clickId }: { readonly clickId: string }) {
  return (
    <Link to="/clicks/$id" params={{ id: clickId }} className={classes['mono']}>
      {clickId}
    </Link>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? NOTHING : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={classes['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Text as it was sent: wrapped, scrollable and focusable. */
export function Raw({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Code block tabIndex={0} aria-label={label} className={classes['raw'] ?? ''}>
      {text}
    </Code>
  );
}

export function CurlButton({ command }: { readonly command: string }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        void copyToClipboard(command).then((copied) =>
          copied ? toast.success(copy.curlCopied, { key: 'curl' }) : toast.error(copy.curlFailed, { key: 'curl' }),
        )
      }
    >
      {copy.copyCurl}
    </Button>
  );
}

interface DaysProps {
  readonly startDate: string;
  readonly endDate: string;
  readonly onChange: (change: { startDate?: string; endDate?: string }) => void;
}

/** The first and the last day, both included. */
export function Days({ startDate, endDate, onChange }: DaysProps) {
  return (
    <>
      <label className={classes['inline']}>
        {copy.startDate}
        <TextInput
          type="date"
          value={startDate}
          max={endDate || undefined}
          onChange={(event) => onChange({ startDate: event.currentTarget.value })}
        />
      </label>
      <label className={classes['inline']}>
        {copy.endDate}
        <TextInput
          type="date"
          value={endDate}
          min={startDate || undefined}
          onChange={(event) => onChange({ endDate: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

interface EventSelectProps {
  readonly events: readonly string[];
  readonly value: string;
  readonly onChange: (event: string) => void;
}

/** Selects an event of the offer. Keeps the event of the URL even if the offer no longer has it. */
export function EventSelect({ events, value, onChange }: EventSelectProps) {
  const names = value === '' || events.includes(value) ? events : [...events, value];
  return (
    <NativeSelect
      aria-label={copy.event}
      value={value}
      data={[{ value: '', label: copy.allEvents }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
