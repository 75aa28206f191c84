import type { AnyRoute } from '@muneem/contract/http';
import { useDataAge } from '#lib/data-age.ts';
import classes from './display.module.css';

/** A younger answer counts as current. */
const SHOWN_ABOVE_MS = 1_000;

/** Shows how old the answers of these routes are, if a replica gave them. */
export function DataAge({ of }: { readonly of: readonly AnyRoute[] }) {
  const ageMs = useDataAge(of);
  if (ageMs <= SHOWN_ABOVE_MS) return null;
  return <span className={classes['aside']}>As of {Math.round(ageMs / 1_000)} s ago</span>;
}
