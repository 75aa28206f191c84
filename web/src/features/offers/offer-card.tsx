import type { OfferSummary } from '@muneem/contract/offers';
import { Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { formatCoins, NOTHING } from '#lib/format.ts';
import { StatusBadge } from '#ui/display/index.ts';
import { OfferImage } from './offer-image.tsx';
import { offerStatus, offerType } from './offer-status.ts';
import { offerCopy } from './offers.copy.ts';
import classes from './offers.module.css';

interface OfferCardProps {
  readonly offer: OfferSummary;
  readonly onDelete: (offer: OfferSummary) => void;
}

/** One offer of a list. Prime ones show who made them, regular ones what kind they are. */
export function OfferCard({ offer, onDelete }: OfferCardProps) {
  const isPrime = offer.offerCategory === 'prime';
  return (
    <li className={classes['card']}>
      <div className={classes['cardHead']}>
        <OfferImage image={offer.image} title={offer.title} size="card" />
        <div className={classes['cardTitle']}>
          <h2 title={offer.title}>{offer.title}</h2>
          <div className={classes['badges']}>
            <StatusBadge {...offerStatus(offer.isActive)} />
            <StatusBadge label={formatCoins(offer.coins)} color="yellow" />
            {!isPrime && <StatusBadge {...offerType(offer.type)} />}
          </div>
        </div>
      </div>
      <p className={classes['description']}>{offer.description}</p>
      {isPrime && (
        <dl className={classes['facts']}>
          <Fact name="Developer" value={offer.developer} />
          <Fact name="Downloads" value={offer.downloads} />
          <Fact name="Rating" value={`${offer.rating} of 5`} />
        </dl>
      )}
      <div className={classes['cardActions']}>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={`${offerCopy.edit} ${offer.title}`}
          renderRoot={(props) => <Link to="/edit-offer/$id" params={{ id: offer._id }} {...props} />}
        >
          {offerCopy.edit}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={`${offerCopy.delete} ${offer.title}`}
          onClick={() => onDelete(offer)}
        >
          {offerCopy.delete}
        </Button>
      </div>
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}:</dt>
      <dd>{value === '' ? NOTHING : value}</dd>
    </div>
  );
}
