import { useState } from 'react';
import { readStored, writeStored } from '#lib/stored-value.ts';
import type { Column } from './columns.ts';

export type Density = 'compact' | 'comfortable';

interface Stored {
  readonly density: Density;
  /** Only the columns that the user changed. The others use their default. */
  readonly columns: Readonly<Record<string, boolean>>;
}

const DEFAULTS: Stored = { density: 'comfortable', columns: {} };

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { density, columns } = value as Partial<Stored>;
  return (density === 'compact' || density === 'comfortable') && typeof columns === 'object' && columns !== null;
}

/** The columns and density of one table, stored on this device. */
export function useTablePreferences<Row>(name: string, columns: readonly Column<Row>[]) {
  const key = `muneem.table.${name}`;
  const [stored, setStored] = useState(() => readStored(key, isStored, DEFAULTS));
  const save = (next: Stored): void => {
    setStored(next);
    writeStored(key, next);
  };
  const visibility = Object.fromEntries(
    columns.map((column, index) => [
      column.id,
      index === 0 || column.fixed === true || (stored.columns[column.id] ?? column.hidden !== true),
    ]),
  );
  return {
    density: stored.density,
    visibility,
    setDensity: (density: Density) => save({ ...stored, density }),
    setVisible: (id: string, visible: boolean) => save({ ...stored, columns: { ...stored.columns, [id]: visible } }),
    reset: () => save(DEFAULTS),
  };
}

export type TablePreferences = ReturnType<typeof useTablePreferences>;
