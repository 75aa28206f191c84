import type { Attention } from '@muneem/contract/stats';
import { Box, Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SkeletonBox } from '#ui/states/index.ts';
import { attentionItems, type AttentionItem } from './attention.ts';
import { copy } from './dashboard.copy.ts';
import classes from './dashboard.module.css';

const RED = 'var(--mantine-color-red-text)';
const YELLOW = 'var(--mantine-color-yellow-text)';

interface AttentionListProps {
  /** Undefined while unknown. */
  readonly attention: Attention | undefined;
  readonly isFailed: boolean;
  readonly onRetry: () => void;
}

/** Everything that needs an admin, each linked to its screen. */
export function AttentionList({ attention, isFailed, onRetry }: AttentionListProps) {
  const items = attention ? attentionItems(attention) : [];
  return (
    <Box component="section" mb="1.25rem" aria-label={copy.attention.title}>
      <Box component="h2" mb="xs">
        {copy.attention.title}
      </Box>
      {attention ? (
        items.length === 0 ? (
          <p className={classes['quiet']}>
            <IconCircleCheck size={18} aria-hidden />
            {copy.attention.empty}
          </p>
        ) : (
          <Items items={items} />
        )
      ) : isFailed ? (
        <p className={classes['quiet']}>
          {copy.attention.unknown}
          <Button variant="subtle" size="compact-xs" onClick={onRetry}>
            {copy.attention.retry}
          </Button>
        </p>
      ) : (
        <SkeletonBox height={54} />
      )}
    </Box>
  );
}

/** The button at the end shows the folded items. */
function Items({ items }: { readonly items: readonly AttentionItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const folded = items.filter(({ isFolded }) => isFolded).length;
  return (
    <ul className={classes['items']}>
      {items
        .filter(({ isFolded }) => isOpen || !isFolded)
        .map((item) => (
          <li key={item.id}>
            <Item {...item} />
          </li>
        ))}
      {folded > 0 && (
        <li>
          <button type="button" className={classes['item']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconAlertTriangle size={18} color={RED} aria-hidden />
            <span className={classes['itemWords']}>
              <span className={classes['itemTitle']}>
                {isOpen ? copy.attention.hideFolded : copy.attention.showFolded(folded)}
              </span>
            </span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </li>
      )}
    </ul>
  );
}

function Item({ color, title, text, link }: AttentionItem) {
  const Icon = color === 'red' ? IconAlertTriangle : IconClock;
  return (
    <Link {...link} className={classes['item']}>
      <Icon size={18} color={color === 'red' ? RED : YELLOW} aria-hidden />
      <span className={classes['itemWords']}>
        <span className={classes['itemTitle']}>{title}</span>
        <span className={classes['itemText']}>{text}</span>
      </span>
      <IconChevronRight size={16} aria-hidden />
    </Link>
  );
}
