import { OFFER_FIELD_NAMES, OFFER_FIELDS, type Offer } from '@muneem/contract/offers';
import { formatRupees } from '#lib/format.ts';
import type { Difference } from '#ui/conflict/index.ts';
import { offerToValues, type OfferFormValues } from './form-values.ts';

const FIELDS = [...OFFER_FIELD_NAMES.filter((name) => name !== 'customClickIdParams'), 'imageData'] as const;
type Field = (typeof FIELDS)[number];

const labelOf = (field: Field): string => OFFER_FIELDS[field === 'imageData' ? 'image' : field].label;

function shown(values: OfferFormValues, field: Field, networks: ReadonlyMap<string, string>): string {
  switch (field) {
    case 'steps':
      return values.steps.map((step, index) => `${index + 1}. ${step.title}: ${step.description}`).join('\n');
    case 'events':
      return values.events
        .map(
          (event) =>
            `${event.eventName} ${formatRupees(Number(event.eventPayout))}${event.revenue === '' ? '' : `, revenue ${formatRupees(Number(event.revenue))}`}, cap ${event.eventCap}${event.isRequired ? ', required' : ''}`,
        )
        .join('\n');
    case 'network':
      return networks.get(values.network) ?? values.network;
    case 'imageData':
      return values.imageData === '' ? '' : 'A new file';
    default: {
      const value = values[field];
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
    }
  }
}

/** Lists the fields that differ between the edited values and the stored offer. */
export function differences(
  mine: OfferFormValues,
  theirs: Offer,
  networks: ReadonlyMap<string, string> = new Map(),
): Difference[] {
  const stored = offerToValues(theirs);
  return FIELDS.flatMap((field) => {
    const [ours, others] = [shown(mine, field, networks), shown(stored, field, networks)];
    return ours === others ? [] : [{ label: labelOf(field), mine: ours, theirs: others }];
  });
}
