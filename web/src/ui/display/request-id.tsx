import { requestIdOf } from '#lib/request-id.ts';
import { CopyText } from './copy.tsx';
import classes from './display.module.css';

/** The id of a failed request, as in the server's log. Separate, because the specification fixes many error texts. */
export function RequestId({ of }: { /** The error, or its text. */ readonly of: unknown }) {
  const id = requestIdOf(of);
  if (id === undefined) return null;
  return (
    <div className={classes['requestId']}>
      Request id <CopyText value={id} what="request id" mono size={18} />
    </div>
  );
}
