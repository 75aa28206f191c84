import {
  createNetwork,
  getNetwork,
  NETWORK_DEFAULTS,
  networkInput,
  updateNetwork,
  type Network,
  type NetworkInput,
} from '@muneem/contract/networks';
import type { RouteAnswer } from '@muneem/contract/http';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { confirmOverwrite, type Difference } from '#ui/conflict/index.ts';
import { dialectToValues, NO_DIALECT, valuesToDialect, type DialectValues } from './dialect-form.ts';
import { copy } from './networks.copy.ts';

const words = copy.form;

/** The fields are named as in the contract, so that a message's path is a field's path. */
export interface NetworkFormValues extends Omit<Pick<Network, keyof NetworkInput>, 'dialect'> {
  readonly dialect: DialectValues;
}
export type NetworkForm = UseFormReturnType<NetworkFormValues>;

export const newNetworkValues = (): NetworkFormValues => ({
  ...NETWORK_DEFAULTS,
  name: '',
  contactEmail: '',
  decimalComma: false,
  note: '',
  dialect: NO_DIALECT,
});

export const networkToValues = (network: Network): NetworkFormValues => ({
  name: network.name,
  contactEmail: network.contactEmail,
  currency: network.currency,
  payoutParam: network.payoutParam,
  decimalComma: network.decimalComma,
  note: network.note,
  dialect: dialectToValues(network.dialect),
});

const valuesToBody = ({ dialect, ...values }: NetworkFormValues) => ({ ...values, dialect: valuesToDialect(dialect) });

/** Messages by field, from the rules that the server applies. */
export function formErrors(values: NetworkFormValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of networkInput.safeParse(valuesToBody(values)).error?.issues ?? [])
    // A value of a list is typed in the field of the list.
    errors[issue.path.slice(0, 2).join('.')] ??= issue.message;
  return errors;
}

type Saved = RouteAnswer<typeof createNetwork>;

/**
 * Adds a network or changes `stored`. If another admin changed a field meanwhile, shows the differences and asks.
 * @returns undefined if the user continues editing
 */
export async function saveNetwork(
  stored: Network | undefined,
  values: NetworkFormValues,
  onceKey: string,
): Promise<Saved | undefined> {
  const body = networkInput.parse(valuesToBody(values));
  if (stored === undefined) return api(createNetwork, { body, idempotencyKey: onceKey });
  const params = { id: stored._id };
  for (let { version } = stored; ;) {
    try {
      return await api(updateNetwork, { params, body: { ...body, version } });
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      const { network: theirs } = await api(getNetwork, { params });
      // Archiving, which is not in the form, also makes a version.
      const isChanged = differences(networkToValues(stored), theirs).length > 0;
      if (isChanged && !(await confirmOverwrite(copy.conflict, differences(values, theirs)))) return undefined;
      version = theirs.version;
    }
  }
}

const shown = (values: NetworkFormValues): readonly (readonly [string, string])[] => [
  [words.name, values.name],
  [words.contactEmail, values.contactEmail],
  [words.currency, values.currency],
  [words.payoutParam, values.payoutParam],
  [words.decimalComma, values.decimalComma ? words.yes : words.no],
  [words.note, values.note],
  ...Object.entries(copy.dialect.fields).map(
    ([name, label]) => [label, values.dialect[name as keyof DialectValues]] as const,
  ),
];

function differences(mine: NetworkFormValues, theirs: Network): readonly Difference[] {
  const others = shown(networkToValues(theirs));
  return shown(mine).flatMap(([label, value], at) => {
    const other = others[at]?.[1] ?? '';
    return value === other ? [] : [{ label, mine: value, theirs: other }];
  });
}
