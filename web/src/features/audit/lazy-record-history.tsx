import { lazy, Suspense, type ComponentProps } from 'react';

const History = lazy(async () => ({ default: (await import('./record-history.tsx')).RecordHistory }));

/** The audit history of one record, at the end of its details. Loaded after the details. */
export const RecordHistory = (props: ComponentProps<typeof History>) => (
  <Suspense>
    <History {...props} />
  </Suspense>
);
