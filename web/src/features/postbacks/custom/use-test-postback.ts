import { testCustomPostback, type CustomPostback } from '@muneem/contract/custom-postbacks';
import type { RouteAnswer, RouteBodyInput } from '@muneem/contract/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';

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
    mutationFn: ({ id, testData }: { id: string; testData: TestData | undefined }) =>
      api(testCustomPostback, { params: { id }, body: { testData } }),
  });
  return {
    postback,
    isRunning: test.isPending,
    answer: test.data,
    error: test.error,
    run: (wanted, testData) => {
      if (test.isPending) return;
      setPostback(wanted);
      test.mutate({ id: wanted._id, testData });
    },
    close: () => {
      setPostback(undefined);
      test.reset();
    },
  };
}
