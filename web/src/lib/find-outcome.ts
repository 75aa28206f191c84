import { ApiError } from '@muneem/contract/http';
import { causeText, isTransient } from './api-error.ts';

/** Says something in the dialog that is open, while the work goes on. */
export type Tell = (text: string) => void;

/**
 * True when nobody can say whether the server did it: no answer, half an answer, an answer that cannot be read, or a
 * failure of its own, which may have come after the deed. A refusal, and a server that says it is not ready, did nothing.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'http') return error.status >= 500 && error.code !== 'unavailable';
  return error.kind !== 'aborted';
}

export interface FindOutcome<Result> {
  readonly call: () => Promise<Result>;
  /** Reads the record: its result when it was done, undefined while it stands as before. Throws when it went another way. */
  readonly find: () => Promise<Result | undefined>;
  readonly tell: Tell;
  /** "It is not known whether …". */
  readonly unknown: string;
  /** The words when it certainly was not done; the cause comes without its full stop. */
  readonly notDone: (cause: string) => string;
  /** How the failure is called in these words. */
  readonly cause?: (error: unknown) => string;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Certainly not done, or done by somebody else: the words are for the person. */
export class OutcomeError extends Error {}

const PAUSES_MS = [500, 2_500, 4_000, 8_000];
/** A request that was cut off may still be on its way: that nothing has changed is believed the second time. */
const READS_AFTER_NO_ANSWER = 2;

/** The sentence that takes in the words of a server has a full stop of its own. */
const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** What was to be said and its cause, as two sentences; as one where they are the same words. */
export function withCause(text: string, cause: string): string {
  const [said, why] = [withoutStop(text), withoutStop(cause)];
  return said === why ? `${said}.` : `${said}. ${why}.`;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call that moves money. When its outcome is not known it says so, and reads the record, for as long as it takes,
 * until it is known. Nothing is sent a second time.
 * @throws OutcomeError when it was not done, else what the call itself failed with
 */
export async function callAndFindOut<Result>(options: FindOutcome<Result>): Promise<Result> {
  const { call, find, tell, unknown, notDone, cause = causeText, wait = sleep } = options;
  try {
    return await call();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    tell(unknown);
    const hasEnded = error instanceof ApiError && (error.kind === 'http' || error.kind === 'format');
    let unchanged = hasEnded ? READS_AFTER_NO_ANSWER - 1 : 0;
    for (let reads = 0; unchanged < READS_AFTER_NO_ANSWER; reads += 1) {
      await wait(PAUSES_MS[Math.min(reads, PAUSES_MS.length - 1)] as number);
      try {
        const found = await find();
        if (found !== undefined) return found;
        unchanged += 1;
      } catch (failure) {
        if (!isTransient(failure) && !isOutcomeUnknown(failure)) throw failure;
      }
    }
    throw new OutcomeError(notDone(withoutStop(cause(error))), { cause: error });
  }
}
