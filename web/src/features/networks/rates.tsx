import { rights } from '@muneem/contract/rights';
import { NETWORK_LIMITS, rateProblem, type Network, type NetworkRate } from '@muneem/contract/networks';
import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { may } from '#lib/may.ts';
import { dayText } from '#lib/days.ts';
import { formatCount, kolkataDay } from '#lib/format.ts';
import { enteredNumber } from '#lib/number-text.ts';
import { columnsOf, DataTable, RowButtons, wholeResult, type Column } from '#ui/data-table/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { Note, Part, StatusBadge } from '#ui/display/index.ts';
import { DayField, NumberField } from '#ui/fields/index.ts';
import { applyServerErrors, FieldGrid, FormError, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './networks.copy.ts';
import { refreshNetworks, removeRate, saveRate } from './networks.queries.ts';
import { rateText } from './rate-text.ts';

const words = copy.rates;
const SHOWN = 12;

/** The pressed button is in the list below. */
const focusRate = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('input[inputmode=decimal]')?.focus();

/** The rates of a network, newest first. Changes here are saved at once. */
export function Rates({ network }: { readonly network: Network }) {
  const [changed, setChanged] = useState<NetworkRate>();
  const [wantsAll, setWantsAll] = useState(false);
  const { rates } = network;
  const columns = useMemo(() => columnsWith(network, setChanged), [network]);
  return (
    <Part title={words.title}>
      <Note mb="xs">{words.hint}</Note>
      {may(rights.changeNetworks) && (
        <RateForm key={changed?.from ?? ''} network={network} stored={changed} onDone={() => setChanged(undefined)} />
      )}
      <DataTable
        name="network-rates"
        label={words.title}
        columns={columns}
        changes={rights.changeNetworks}
        rowId={(row) => row.from}
        result={wholeResult(wantsAll ? rates : rates.slice(0, SHOWN))}
        texts={{ empty: words.none, emptyText: words.noneText, failed: words.failed }}
        framed
      />
      {!wantsAll && rates.length > SHOWN && (
        <Button mt="xs" variant="default" size="compact-sm" onClick={() => setWantsAll(true)}>
          {words.all(formatCount(rates.length))}
        </Button>
      )}
    </Part>
  );
}

function columnsWith(
  { _id, currency, rates }: Network,
  change: (rate: NetworkRate) => void,
): readonly Column<NetworkRate>[] {
  const today = kolkataDay(new Date());
  const current = rates.find(({ from }) => from <= today);
  return columnsOf(words.columns, {
    from: { width: 130, cell: ({ from }) => dayText(from) },
    rate: {
      width: 240,
      cell: (row) => (
        <>
          {rateText(row.rupees, currency)} {row === current && <StatusBadge label={words.current} color="green" />}
        </>
      ),
    },
    actions: {
      kind: 'actions',
      width: 170,
      cell: (row) => (
        <RowButtons
          of={dayText(row.from)}
          buttons={[
            { label: words.change, color: 'default', run: () => change(row) },
            { label: words.delete, color: 'red', run: () => void deleteRate(_id, row, currency) },
          ]}
        />
      ),
    },
  });
}

interface RateFormProps {
  readonly network: Network;
  /** The rate that is changed. Undefined to add one. */
  readonly stored: NetworkRate | undefined;
  readonly onDone: () => void;
}

interface RateValues {
  readonly from: string;
  readonly rupees: number | string;
}

function RateForm({ network, stored, onDone }: RateFormProps) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const empty: RateValues = stored ?? { from: kolkataDay(new Date()), rupees: '' };
  const form = useForm<RateValues>({
    mode: 'controlled',
    initialValues: empty,
    validate: {
      from: (from) => (from === '' ? words.dayNeeded : undefined),
      rupees: (rupees) => rateProblem(enteredNumber(rupees)),
    },
  });
  const submit = form.onSubmit(async ({ from, rupees }) => {
    if (busy) return;
    setBusy(true);
    setMessage(undefined);
    try {
      toast.success((await saveRate(network._id, { from, rupees: Number(rupees) }, stored === undefined)).message);
      form.setValues({ from, rupees: '' });
      onDone();
    } catch (error) {
      setMessage(applyServerErrors(form, error, words.changeFailed));
    } finally {
      setBusy(false);
      await refreshNetworks();
    }
  });
  const isFull = stored === undefined && network.rates.length >= NETWORK_LIMITS.rates;
  return (
    <form aria-label={words.title} noValidate onSubmit={submit} ref={stored && focusRate}>
      <FieldGrid width="11rem" mb="xs">
        <DayField label={words.from} readOnly={stored !== undefined} {...form.getInputProps('from')} />
        <NumberField label={words.rate(network.currency)} {...form.getInputProps('rupees')} />
      </FieldGrid>
      <FormError message={message} />
      <Group gap="xs" mb="sm">
        <SubmitButton busy={busy} busyText={copy.form.saving} disabled={isFull}>
          {stored ? words.save : words.add}
        </SubmitButton>
        {stored && (
          <Button variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
        )}
      </Group>
    </form>
  );
}

async function deleteRate(id: string, { from, rupees }: NetworkRate, currency: string): Promise<void> {
  await dialogs.confirm({
    text: words.confirmDelete(rateText(rupees, currency), dayText(from)),
    details: words.deleteDetails,
    verb: words.deleteVerb,
    danger: true,
    run: async () => toast.success((await removeRate(id, from)).message),
    failure: words.deleteFailed,
  });
  await refreshNetworks();
}
