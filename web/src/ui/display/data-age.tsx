import type { AnyRoute } from '@muneem/contract/http';
import { useDataAge } from '#lib/data-age.ts';
import classes from './display.module.css';

/** A second is not worth mentioning. */
const SHOWN_FROM_MS = 1_000;

/** Tells that the answers of these routes were not current: they came from a database that follows the primary. */
export function DataAge({ of }: { readonly of: readonly AnyRoute[] }) {
  const ageMs = useDataAge(of);
  if (ageMs <= SHOWN_FROM_MS) return null;
  return <span className={classes['aside']}>As of {Math.round(ageMs / 1_000)} s ago</span>;
}
