import { rights } from '@muneem/contract/rights';
import type { OfferSummary } from '@muneem/contract/offers';
import { ActionIcon, Box, Button, Checkbox, Group, Switch } from '@mantine/core';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { may } from '#lib/may.ts';
import { formatCoins } from '#lib/format.ts';
import { FactList, StatusBadge } from '#ui/display/index.ts';
import { OfferImage } from './offer-image.tsx';
import { offerStatus, offerType } from './offer-status.ts';
import { offerCopy } from './offers.copy.ts';
import classes from './offers.module.css';

interface OfferCardProps {
  readonly offer: OfferSummary;
  readonly isSelected: boolean;
  readonly onSelect: (offer: OfferSummary, selected: boolean) => void;
  /** The change of its switch is in flight. */
  readonly isSwitching: boolean;
  readonly onSwitch: (offer: OfferSummary, isActive: boolean) => void;
  readonly onDelete: (offer: OfferSummary) => void;
}

/** One offer of a list. A prime offer shows its developer, a regular offer its type. */
export const OfferCard = memo(function OfferCard(props: OfferCardProps) {
  const { offer, isSelected, onSelect, isSwitching, onSwitch, onDelete } = props;
  const isPrime = offer.offerCategory === 'prime';
  const mayChange = may(rights.changeOffers);
  return (
    <li className={classes['card']} data-selected={isSelected || undefined}>
      <Group gap="sm" wrap="nowrap" align="stretch" miw={0}>
        {mayChange && (
          <Checkbox
            className={classes['select'] ?? ''}
            aria-label={offerCopy.select(offer.title)}
            checked={isSelected}
            onChange={(event) => onSelect(offer, event.currentTarget.checked)}
          />
        )}
        <OfferImage image={offer.image} title={offer.title} size="card" />
        <Box miw={0}>
          <h2 title={offer.title}>{offer.title}</h2>
          <Group gap={4}>
            <StatusBadge {...offerStatus(offer.isActive)} />
            <StatusBadge label={formatCoins(offer.coins)} color="yellow" />
            {!isPrime && <StatusBadge {...offerType(offer.type)} />}
          </Group>
        </Box>
      </Group>
      <p className={classes['description']}>{offer.description}</p>
      {isPrime && (
        <FactList
          look="narrow"
          facts={[
            ['Developer', offer.developer],
            ['Downloads', offer.downloads],
            ['Rating', `${offer.rating} of 5`],
          ]}
        />
      )}
      <Group gap="xs" mt="auto">
        <Button
          variant="default"
          leftSection={mayChange && <IconPencil size={16} aria-hidden />}
          aria-label={`${mayChange ? offerCopy.edit : offerCopy.view} ${offer.title}`}
          renderRoot={(props) => <Link to="/edit-offer/$id" params={{ id: offer._id }} {...props} />}
        >
          {mayChange ? offerCopy.edit : offerCopy.view}
        </Button>
        {mayChange && (
          <>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={`${offerCopy.delete} ${offer.title}`}
              onClick={() => onDelete(offer)}
            >
              {offerCopy.delete}
            </Button>
            <ActionIcon
              size="lg"
              aria-label={`${offerCopy.duplicate} ${offer.title}`}
              data-tip={offerCopy.duplicate}
              renderRoot={(rest) => <Link to="/add-offer" search={{ from: offer._id }} {...rest} />}
            >
              <IconCopy size={16} aria-hidden />
            </ActionIcon>
            <Switch
              ml="auto"
              aria-label={offerCopy.switch(offer.title)}
              checked={offer.isActive}
              disabled={isSwitching}
              onChange={(event) => onSwitch(offer, event.currentTarget.checked)}
            />
          </>
        )}
      </Group>
    </li>
  );
});
