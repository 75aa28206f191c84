import type { EditableOffer } from '@muneem/contract/offers';
import { formatRupees } from '#lib/format.ts';
import { ConflictTable, type Difference } from '#ui/conflict/index.ts';
import { offerToValues, type OfferFormValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';

type Field = Exclude<keyof OfferFormValues, 'customClickIdParams' | 'offerCategory'>;

const LABELS: Readonly<Record<Field, string>> = {
  type: copy.basic.type,
  title: copy.basic.title,
  description: copy.basic.description,
  coins: copy.basic.coins,
  developer: copy.basic.developer,
  rating: copy.basic.rating,
  downloads: copy.basic.downloads,
  category: copy.basic.category,
  isActive: copy.basic.active,
  trackingUrl: copy.technical.trackingUrl,
  postbackToken: copy.technical.postbackToken,
  pollUrl: copy.technical.pollUrl,
  requirements: copy.requirements.requirements,
  deadline: copy.requirements.deadline,
  steps: copy.requirements.steps,
  ipWhitelistSwitch: copy.security.whitelistSwitch,
  ipWhitelist: copy.security.whitelist,
  ipBlock: copy.security.block,
  image: copy.cards.image,
  imageData: copy.cards.image,
  events: copy.cards.events,
};

/** A field as one line of text. */
function shown(values: OfferFormValues, field: Field): string {
  switch (field) {
    case 'steps':
      return values.steps.map((step, index) => `${index + 1}. ${step.title}: ${step.description}`).join('\n');
    case 'events':
      return values.events
        .map(
          (event) =>
            `${event.eventName} ${formatRupees(Number(event.eventPayout))}, cap ${event.eventCap}${event.isRequired ? ', required' : ''}`,
        )
        .join('\n');
    case 'isActive':
      return values.isActive ? 'Yes' : 'No';
    case 'imageData':
      return values.imageData === '' ? '' : 'A new file';
    default:
      return String(values[field]);
  }
}

/** Which fields differ between what is being edited and what somebody else saved. */
export function differences(mine: OfferFormValues, theirs: EditableOffer): Difference[] {
  const stored = offerToValues(theirs);
  return (Object.keys(LABELS) as Field[]).flatMap((field) => {
    const [ours, others] = [shown(mine, field), shown(stored, field)];
    return ours === others ? [] : [{ label: LABELS[field], mine: ours, theirs: others }];
  });
}

export function Differences({ mine, theirs }: { readonly mine: OfferFormValues; readonly theirs: EditableOffer }) {
  return <ConflictTable rows={differences(mine, theirs)} words={copy.conflict} />;
}
