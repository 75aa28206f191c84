import { testCustomPostback, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { REQUEST_TIMEOUT_MS, type RouteBodyInput } from '@muneem/contract/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';

/** Extra time for our own server's part of a test. */
const ANSWER_MS = 10_000;

type TestData = NonNullable<RouteBodyInput<typeof testCustomPostback>['testData']>;

/** One test at a time. Only a button starts it, never a URL: a reload must not send a request. */
export function useTestPostback() {
  /** Its window is open. */
  const [postback, setPostback] = useState<CustomPostback>();
  const test = useMutation({
    mutationFn: ({ _id: id, timeout, testData = {} }: CustomPostback & { testData: TestData | undefined }) =>
      api(testCustomPostback, {
        params: { id },
        body: { testData },
        // The server waits for the company's response for up to the postback's timeout.
        timeoutMs: Math.max(REQUEST_TIMEOUT_MS, timeout + ANSWER_MS),
      }),
  });
  return {
    postback,
    isRunning: test.isPending,
    answer: test.data,
    error: test.error,
    run: (wanted: CustomPostback, testData?: TestData): void => {
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

export type PostbackTest = ReturnType<typeof useTestPostback>;
