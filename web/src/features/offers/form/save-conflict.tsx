import type { Offer } from '@muneem/contract/offers';
import { formatRupees } from '#lib/format.ts';
import { offerToValues, type OfferFormValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';

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
export function differences(mine: OfferFormValues, theirs: Offer): { label: string; mine: string; theirs: string }[] {
  const stored = offerToValues(theirs);
  return (Object.keys(LABELS) as Field[]).flatMap((field) => {
    const [ours, others] = [shown(mine, field), shown(stored, field)];
    return ours === others ? [] : [{ label: LABELS[field], mine: ours, theirs: others }];
  });
}

export function Differences({ mine, theirs }: { readonly mine: OfferFormValues; readonly theirs: Offer }) {
  const rows = differences(mine, theirs);
  const words = copy.conflict;
  if (rows.length === 0) return <p>{words.same}</p>;
  return (
    <table className={classes['conflict']}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.mine}</th>
          <th scope="col">{words.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.label}-${index}`}>
            <th scope="row">{row.label}</th>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
