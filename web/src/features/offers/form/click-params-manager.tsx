import {
  addCustomClickParam,
  OFFER_FIELDS,
  paramNameProblem,
  removeCustomClickParam,
  splitParamNames,
  OFFER_TEXTS,
} from '@muneem/contract/offers';
import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import { Note } from '#ui/display/index.ts';
import { ErrorState, SkeletonLines } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { clickParamsQuery } from '../offers.queries.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';

const BANNER = { durationMs: 5000, key: 'click-params' };
const words = copy.params;

/** True if the server responded. It also reports failures as a 200 with `success: false`. */
const wasAnswered = (error: unknown): boolean => error instanceof ApiError && error.status !== 0;

/** Adds and removes the offer's own names for the click id, each by its own request. */
export function ClickParamsManager({ offerId, hint }: { readonly offerId: string; readonly hint: string }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();

  const add = useAddParams(offerId, () => setTyped(''));

  const submit = () => {
    if (add.isPending) return;
    const names = splitParamNames(typed);
    const found =
      names.length === 0 ? OFFER_TEXTS.paramEmpty : names.map(paramNameProblem).find((text) => text !== undefined);
    setProblem(found);
    if (found === undefined) add.mutate(names);
  };

  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <TextInput
          label={OFFER_FIELDS.customClickIdParams.label}
          description={`${hint} ${words.saved}`}
          placeholder={words.placeholder}
          flex="1 1 14rem"
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          }}
        />
        <Button variant="default" loading={add.isPending} onClick={submit}>
          {words.add}
        </Button>
      </Group>
      <ParamList offerId={offerId} />
    </Stack>
  );
}

/** Shows the names after a change. Asks again, so that an answer from before the change cannot replace them. */
function show(offerId: string, answer: RouteAnswer<typeof addCustomClickParam>): void {
  const { queryKey } = clickParamsQuery(offerId);
  queryClient.setQueryData(queryKey, answer);
  void queryClient.invalidateQueries({ queryKey });
}

/** Adds the names one by one. `onAdded` runs if at least one was added. */
function useAddParams(offerId: string, onAdded: () => void) {
  return useMutation({
    mutationFn: async (names: readonly string[]) => {
      const errors: unknown[] = [];
      for (const parameterName of names) {
        try {
          show(offerId, await api(addCustomClickParam, { params: { id: offerId }, body: { parameterName } }));
        } catch (error) {
          errors.push(error);
        }
      }
      return { added: names.length - errors.length, errors };
    },
    onSuccess: ({ added, errors }) => {
      if (added > 0) onAdded();
      sayAdded(added, errors);
    },
  });
}

function ParamList({ offerId }: { readonly offerId: string }) {
  const query = useQuery(clickParamsQuery(offerId));
  const { data, error } = query;
  const remove = useMutation({
    mutationFn: (name: string) => api(removeCustomClickParam, { params: { id: offerId, name } }),
    onSuccess: (answer) => show(offerId, answer),
    onError: (failure) => {
      toast.error(wasAnswered(failure) ? errorText(failure, words.removeFailed) : words.removeError, BANNER);
      void query.refetch();
    },
  });
  if (error && !data) {
    const text = wasAnswered(error) ? words.loadFailed : words.loadError;
    return <ErrorState text={text} query={query} textFirst compact />;
  }
  if (!data) return <SkeletonLines count={1} />;
  if (data.customClickIdParams.length === 0) return <Note>{words.empty}</Note>;
  return (
    <Group component="ul" gap="0.375rem" aria-label={copy.cards.params}>
      {data.customClickIdParams.map((name) => (
        <li key={name} className={classes['param']}>
          {name}
          <CloseButton
            size="xs"
            aria-label={words.remove(name)}
            disabled={remove.isPending}
            onClick={() => remove.mutate(name)}
          />
        </li>
      ))}
    </Group>
  );
}

function sayAdded(added: number, errors: readonly unknown[]): void {
  if (errors.length === 0) return toast.success(words.added(added), BANNER);
  const [first] = errors;
  if (added === 0 && errors.every((error) => !wasAnswered(error))) return toast.error(words.addError, BANNER);
  if (added === 0 && errors.length === 1) return toast.error(errorText(first, words.addFailed), BANNER);
  const texts = errors.map((error) => errorText(error, wasAnswered(error) ? words.addFailed : words.addError));
  toast.warning(words.addedSome(added, texts.join('; ')), BANNER);
}
