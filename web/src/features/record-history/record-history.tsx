import { lazy, Suspense, type ComponentProps } from 'react';

const History = lazy(async () => ({ default: (await import('#features/audit/index.ts')).RecordHistory }));

/** The audit log's part about one record, at the end of its details; its code comes after theirs. */
export const RecordHistory = (props: ComponentProps<typeof History>) => (
  <Suspense>
    <History {...props} />
  </Suspense>
);
