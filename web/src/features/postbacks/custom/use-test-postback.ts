import { testCustomPostback, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { REQUEST_TIMEOUT_MS, type RouteAnswer, type RouteBodyInput } from '@muneem/contract/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';

/** For our own server's part of a test. */
const ANSWER_MS = 10_000;

type TestData = NonNullable<RouteBodyInput<typeof testCustomPostback>['testData']>;

export interface PostbackTest {
  /** The one whose window is open. */
  readonly postback: CustomPostback | undefined;
  readonly isRunning: boolean;
  readonly answer: RouteAnswer<typeof testCustomPostback> | undefined;
  readonly error: unknown;
  readonly run: (postback: CustomPostback, testData?: TestData) => void;
  readonly close: () => void;
}

/** One test at a time. It starts with the press of a button, never by an address: reloading must not send anything. */
export function useTestPostback(): PostbackTest {
  const [postback, setPostback] = useState<CustomPostback>();
  const test = useMutation({
    mutationFn: ({ _id: id, timeout, testData = {} }: CustomPostback & { testData: TestData | undefined }) =>
      api(testCustomPostback, {
        params: { id },
        body: { testData },
        // The server waits for the company as long as the postback says, and then tells what came of it.
        timeoutMs: Math.max(REQUEST_TIMEOUT_MS, timeout + ANSWER_MS),
      }),
  });
  return {
    postback,
    isRunning: test.isPending,
    answer: test.data,
    error: test.error,
    run: (wanted, testData) => {
      if (test.isPending) return;
      setPostback(wanted);
      test.mutate({ ...wanted, testData });
    },
    close: () => {
      setPostback(undefined);
      test.reset();
    },
  };
}
