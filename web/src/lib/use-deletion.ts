import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from './query-client.ts';

/** Runs a deletion. */
export type RunDeletion = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * For a window whose record can be deleted in it. From the start of the deletion until the window closes nothing reads
 * the record again, not even after a live update: the answer would be a 404.
 */
export function useDeletion(queryKey: QueryKey) {
  const isDeleting = useRef(false);
  const key = useRef(queryKey);
  useEffect(
    () => () => {
      if (isDeleting.current) queryClient.removeQueries({ queryKey: key.current });
    },
    [],
  );
  const runDeletion: RunDeletion = async (run) => {
    isDeleting.current = true;
    try {
      return await run();
    } catch (error) {
      isDeleting.current = false;
      throw error;
    }
  };
  /** `enabled`: for the record's queries. */
  return { enabled: () => !isDeleting.current, runDeletion };
}
