import type { SettingsChange } from '@muneem/contract/settings';
import { confirmOverwrite } from '#ui/conflict/index.ts';
import { changedSettings, describeChange, keepOwnChanges, type SettingsValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';
import { newestSettings } from './settings.queries.ts';

interface Edited {
  readonly values: SettingsValues;
  readonly change: SettingsChange;
}

/**
 * Compares the form with newer saved settings: those of another admin, or of an own save whose response was lost.
 * Shows the values that differ and asks. Returns `undefined` if the user continues editing, and an empty `change` if every
 * value is already saved.
 */
export async function resolveConflict(mine: Edited) {
  const theirs = await newestSettings();
  const values = keepOwnChanges(theirs, mine.values, mine.change);
  const change = changedSettings(theirs, values, undefined);
  if (Object.keys(change).length === 0) return { theirs, values, change };
  const rows = describeChange(theirs, change).map(({ name, before, after }) => ({
    label: name,
    mine: after,
    theirs: before,
  }));
  return (await confirmOverwrite(copy.conflict, rows)) ? { theirs, values, change } : undefined;
}
