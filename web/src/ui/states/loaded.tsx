import type { ReactNode } from 'react';
import { SkeletonLines } from './loading.tsx';
import { ErrorState, type ErrorStateProps, type LoadedQuery } from './states.tsx';

export interface LoadedProps<Data> extends Pick<ErrorStateProps, 'missing' | 'compact'> {
  readonly query: LoadedQuery & { readonly data: Data | undefined };
  /** As `text` of ErrorState. */
  readonly failed: string;
  readonly loading?: ReactNode;
  readonly children: (data: NonNullable<Data>) => ReactNode;
}

/** The data of a query, or its loading or error state. */
export function Loaded<Data>({ query, failed, loading, children, ...error }: LoadedProps<Data>) {
  if (query.data !== undefined && query.data !== null) return children(query.data);
  if (!query.error) return loading || <SkeletonLines count={12} />;
  return <ErrorState {...error} text={failed} query={query} />;
}
