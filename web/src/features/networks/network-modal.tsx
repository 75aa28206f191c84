import { rights } from '@muneem/contract/rights';
import { CURRENCIES, OWN_CURRENCY, type Network } from '@muneem/contract/networks';
import { Anchor, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RecordHistory } from '#features/audit/index.ts';
import { formatNoun } from '#lib/format.ts';
import { newUuid } from '#lib/uuid.ts';
import { Note } from '#ui/display/index.ts';
import { FieldGrid, WindowForm } from '#ui/form/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { DialectFields } from './dialect-fields.tsx';
import { formErrors, networkToValues, newNetworkValues, saveNetwork, type NetworkFormValues } from './network-form.ts';
import { copy } from './networks.copy.ts';
import { networkQuery, refreshNetworks } from './networks.queries.ts';
import { Rates } from './rates.tsx';

const words = copy.form;
const names = new Intl.DisplayNames('en', { type: 'currency' });
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: `${value} – ${names.of(value)}` }));
/** The value of the `network` parameter for a new network. */
export const NEW_NETWORK = 'new';

interface NetworkModalProps {
  /** The network's id, or `new`. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onShow: (id: string) => void;
}

/** Add Network and Edit Network, with their own URL. */
export function NetworkModal({ id, onClose, onShow }: NetworkModalProps) {
  const isNew = id === NEW_NETWORK;
  const query = useQuery({ ...networkQuery(id), enabled: !isNew });
  const network = query.data?.network;
  return (
    <ModalWindow inUrl onClose={onClose} title={isNew ? words.add : words.edit} size="lg" closeOnClickOutside={false}>
      {isNew ? (
        <NetworkFields onClose={onClose} onShow={onShow} />
      ) : (
        <Loaded
          query={query}
          failed={copy.failed}
          missing={{ text: words.gone }}
          loading={<SkeletonLines count={10} />}
        >
          {() =>
            network && (
              <Stack gap="lg">
                <NetworkFields key={id} stored={network} onClose={onClose} onShow={onShow} />
                {network.currency !== OWN_CURRENCY && <Rates network={network} />}
                {network.offers > 0 && <OffersOf network={network} />}
                <RecordHistory type="network" id={id} />
              </Stack>
            )
          }
        </Loaded>
      )}
    </ModalWindow>
  );
}

interface NetworkFieldsProps extends Pick<NetworkModalProps, 'onClose' | 'onShow'> {
  readonly stored?: Network;
}

function NetworkFields({ stored: loaded, onClose, onShow }: NetworkFieldsProps) {
  // The data refreshes in the background. The form keeps the version that the user opened.
  const [stored] = useState(loaded);
  // After a lost answer, pressing again must not create a second network.
  const [onceKey] = useState(newUuid);
  const form = useForm<NetworkFormValues>({
    mode: 'controlled',
    initialValues: stored ? networkToValues(stored) : newNetworkValues(),
    validate: formErrors,
  });
  const run = async (values: NetworkFormValues): Promise<string | undefined> => {
    const saved = await saveNetwork(stored, values, onceKey).finally(refreshNetworks);
    if (saved === undefined) return '';
    const { _id, currency } = saved.network;
    const needsRate = stored === undefined && currency !== OWN_CURRENCY;
    const actions = needsRate ? [{ label: copy.rates.add, run: () => onShow(_id) }] : [];
    toast.success(saved.message, { durationMs: 8_000, actions });
    if (saved.network.warnings.length > 0) toast.warning(saved.network.warnings.join(' '));
    return undefined;
  };
  const text = stored
    ? { label: words.edit, verb: words.save, failed: words.updateFailed }
    : { label: words.add, verb: words.create, failed: words.createFailed };
  const isLocked = (loaded?.rates.length ?? 0) > 0;
  return (
    <WindowForm
      form={form}
      run={run}
      words={{ ...text, busy: words.saving }}
      label={text.label}
      noValidate
      guarded
      right={rights.changeNetworks}
      onCancel={onClose}
    >
      <FieldGrid width="16rem">
        <TextInput label={words.name} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label={words.contactEmail} type="email" autoComplete="off" {...form.getInputProps('contactEmail')} />
        <NativeSelect
          label={words.currency}
          description={isLocked ? words.currencyLocked(form.values.currency) : words.currencyHint}
          disabled={isLocked}
          data={CURRENCY_OPTIONS}
          {...form.getInputProps('currency')}
        />
        <TextInput
          label={words.payoutParam}
          description={words.payoutParamHint}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('payoutParam')}
        />
      </FieldGrid>
      <Checkbox
        label={words.decimalComma}
        description={words.decimalCommaHint}
        {...form.getInputProps('decimalComma', { type: 'checkbox' })}
      />
      <DialectFields form={form} warnings={loaded?.warnings ?? []} />
      <Textarea label={words.note} autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
    </WindowForm>
  );
}

function OffersOf({ network }: { readonly network: Network }) {
  const to = (path: '/prime-offers' | '/regular-offers', label: string) => (
    <Anchor size="sm" renderRoot={(props) => <Link to={path} search={{ network: network._id }} {...props} />}>
      {label}
    </Anchor>
  );
  return (
    <Note>
      {words.offers(formatNoun(network.offers, 'offer', 'offers'))} {to('/prime-offers', words.prime)} ·{' '}
      {to('/regular-offers', words.regular)}
    </Note>
  );
}
