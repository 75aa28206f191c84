import { isSafeLink } from '@muneem/contract/problems';
import { Text } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { copy } from './problems.copy.ts';
import classes from './problems.module.css';

const words = copy.details;

/** The user's attachments. Only web links can be opened, without a referrer. */
export function Attachments({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        {words.noAttachments}
      </Text>
    );
  return (
    <ul className={classes['attachments']}>
      {links.map((link, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same link may be attached twice; the list never changes
        <li key={at}>
          {isSafeLink(link) ? (
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link}
              <IconExternalLink size={14} aria-label="opens in a new tab" />
            </a>
          ) : (
            <>
              <code>{link}</code>{' '}
              <Text span fz="sm" c="dimmed">
                ({words.unsafe})
              </Text>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
