import type { ContradictionDecision } from '@muneem/contract/conversions';
import { dismissContradiction, getContradiction, reverseContradicted } from '@muneem/contract/evidence';
import { Button, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { api } from '#lib/api.ts';
import { callAndFindOut, OutcomeError } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { applyServerErrors, FormError, WindowFoot } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './contradictions.copy.ts';
import { refreshContradictions, type Reversal } from './contradictions.queries.ts';
import { byWhom } from './decision.tsx';

const words = copy.window;
const REASON_LENGTH = 500;

interface DecideFormProps {
  readonly id: number;
  readonly reversal: Reversal;
  readonly onClose: () => void;
  /** The effect of a reversal. */
  readonly children: ReactNode;
}

/** A reason and two buttons. Neither is the default: Enter writes a new line. */
export function DecideForm({ id, reversal: { takenCoins, owedCoins }, onClose, children }: DecideFormProps) {
  const [busy, setBusy] = useState<ContradictionDecision>();
  const [message, setMessage] = useState<string>();
  const form = useForm({
    mode: 'controlled',
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? words.reasonMissing : null) },
  });
  // The window opens before its numbers are there, so its own focus has gone elsewhere.
  const reasonField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => reasonField.current?.focus(), []);
  const send = ({ reason }: { reason: string }, decision: ContradictionDecision) =>
    decision === 'dismissed'
      ? api(dismissContradiction, { params: { id }, body: { reason } })
      : api(reverseContradicted, { params: { id }, body: { reason, takenCoins, owedCoins } });
  const decide = (decision: ContradictionDecision) =>
    form.onSubmit(
      async (values) => {
        setBusy(decision);
        setMessage(undefined);
        try {
          await callAndFindOut<unknown>({
            call: () => send(values, decision),
            find: () => findDecision(id, decision, values.reason.trim()),
            tell: setMessage,
            unknown: words.unknown,
            notDone: words.notDone,
          });
          onClose();
          toast.success(doneText(decision, takenCoins, owedCoins));
        } catch (error) {
          setMessage(applyServerErrors(form, error, words.notSaved));
        } finally {
          setBusy(undefined);
          // After a refusal, the window shows the new numbers or the other decision.
          void refreshContradictions();
        }
      },
      () => form.getInputNode('reason')?.focus(),
    );
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <Stack gap="md">
        {children}
        <Textarea
          label={words.reason}
          description={words.reasonText}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={REASON_LENGTH}
          required
          ref={reasonField}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormError message={message} />
        <Buttons
          busy={busy}
          coins={takenCoins + owedCoins}
          decide={(decision) => decide(decision)()}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

interface ButtonsProps {
  readonly busy: ContradictionDecision | undefined;
  /** The coins that a reversal is about. */
  readonly coins: number;
  readonly decide: (decision: ContradictionDecision) => void;
  readonly onCancel: () => void;
}

function Buttons({ busy, coins, decide, onCancel }: ButtonsProps) {
  const state = (decision: ContradictionDecision) => ({
    disabled: busy !== undefined,
    'aria-busy': busy === decision,
    onClick: () => decide(decision),
  });
  return (
    <WindowFoot onClose={onCancel} close={words.cancel} disabled={busy !== undefined}>
      <Button variant="default" {...state('dismissed')}>
        {busy === 'dismissed' ? words.dismissing : words.dismiss}
      </Button>
      <Button color="red" {...state('reversed')}>
        {busy === 'reversed' ? words.reversing : words.reverse(formatCoins(coins))}
      </Button>
    </WindowFoot>
  );
}

/** Looks up a decision whose answer was lost. @throws OutcomeError if it was decided otherwise */
async function findDecision(id: number, wanted: ContradictionDecision, reason: string): Promise<true | null> {
  const { contradiction } = await api(getContradiction, { params: { id } });
  const { decision } = contradiction;
  if (decision === null) return null;
  if (decision === wanted && contradiction.reason === reason) return true;
  throw new OutcomeError(words.otherwise(copy.decisions[decision].toLowerCase(), byWhom(contradiction)));
}

function doneText(decision: ContradictionDecision, taken: number, owed: number): string {
  if (decision === 'dismissed') return words.dismissed;
  return owed > 0 ? words.reversedOwed(formatCoins(taken), formatCoins(owed)) : words.reversed(formatCoins(taken));
}
